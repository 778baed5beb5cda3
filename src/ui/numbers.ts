/** 12345 as '12,345'. By hand for the same reason as dates: `dates.ts`. */
export const inThousands = (value: number): string => String(value).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')
