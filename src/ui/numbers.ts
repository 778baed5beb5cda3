/** Formats 12345 as '12,345'. Without `Intl` for the reason given in `dates.ts`. */
export const inThousands = (value: number): string => String(value).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')
