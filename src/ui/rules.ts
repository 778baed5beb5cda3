import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

/** Rules that many styles share; a style adds what is its own. */

export const inRow = (gap: keyof typeof tokens.space) =>
  ({ display: 'flex', alignItems: 'center', gap: tokens.space[gap] }) as const

/** The same, in several rows if there is too little room. */
export const inRows = (gap: keyof typeof tokens.space) => ({ ...inRow(gap), flexWrap: 'wrap' }) as const

/** One row that scrolls sideways up to the edges of the screen; the rings of focus are not cut. */
export const scrollingRow = (gap: keyof typeof tokens.space) =>
  ({
    // Contains what is hidden from sight.
    position: 'relative',
    display: 'flex',
    gap: tokens.space[gap],
    marginInline: `calc(-1 * ${tokens.gutter})`,
    paddingInline: tokens.gutter,
    marginBlock: `calc(-1 * ${tokens.space.xs})`,
    paddingBlock: tokens.space.xs,
    scrollPaddingInline: tokens.gutter,
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
    // A mouse does not scroll sideways.
    '@media': { [media.framed]: { flexWrap: 'wrap', overflow: 'visible', margin: 0, padding: 0 } },
  }) as const

export const plainLink = { color: 'inherit', textDecoration: 'none' } as const

export const bareButton = {
  color: theme.text.quiet,
  background: 'none',
  border: 'none',
  cursor: 'pointer',
  ':hover': { background: theme.surface.hover },
} as const

/** The heading of a group: small capitals. */
export const capitals = {
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
  letterSpacing: tokens.tracking.wide,
  textTransform: 'uppercase',
} as const

/** The largest text, no larger than a long word has room. */
export const largeTitle = {
  fontSize: `min(${tokens.type.display}, 9vw)`,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.tight,
  letterSpacing: tokens.tracking.tight,
  textWrap: 'balance',
} as const

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
