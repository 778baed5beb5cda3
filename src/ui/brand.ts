/** The few colours that scripts name themselves; all others reach the page as CSS. */
export const ground = { dark: '#100f14', light: '#f5efe4' } as const

/** The two sides as the logo has them, in either theme. */
export const brand = { a: '#ff7a45', b: '#5ad1c4' } as const
