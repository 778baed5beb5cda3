/** The few colours that scripts use; all others are CSS. */
export const ground = { dark: '#100f14', light: '#f5efe4' } as const

/** The two sides as the logo has them, in either theme. */
export const brand = { a: '#ff7a45', b: '#5ad1c4' } as const
