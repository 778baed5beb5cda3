import { tokens } from './tokens.css.ts'

/** Hides an element from sight alone; screen readers read it, and it can have the focus. */
export const visuallyHiddenRules = {
  position: 'absolute',
  inlineSize: tokens.size.speck,
  blockSize: tokens.size.speck,
  margin: `calc(-1 * ${tokens.size.speck})`,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
