import { tokens } from './tokens.css.ts'

/** Rules that many styles share; a style adds what is its own. */

export const inRow = (gap: keyof typeof tokens.space) =>
  ({ display: 'flex', alignItems: 'center', gap: tokens.space[gap] }) as const

/** The same, in several rows if there is too little room. */
export const inRows = (gap: keyof typeof tokens.space) => ({ ...inRow(gap), flexWrap: 'wrap' }) as const

export const plainLink = { color: 'inherit', textDecoration: 'none' } as const

export const disc = {
  inlineSize: tokens.size.dot,
  blockSize: tokens.size.dot,
  borderRadius: tokens.radius.pill,
} as const

/** A native radio button over its label: it receives the focus, the keys and the clicks. */
export const covering = {
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  margin: 0,
  opacity: 0,
  cursor: 'pointer',
} as const
