/** Formats 12345 as '12,345'. Without `Intl`, as in `dates.ts`. */
export const inThousands = (value: number): string => String(value).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')

/** Formats a count with its noun: '1 play', '1,204 plays'. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${inThousands(count)} ${count === 1 ? one : more}`
