import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { plainLink } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { container, tokens } from '#src/ui/tokens.css.ts'

export const line = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `minmax(0, ${tokens.size.sleeveCard}) minmax(0, 1fr)`,
  alignItems: 'center',
  gap: tokens.space.m,
  // With large text there is no space beside the sleeve: the names go below it.
  '@container': { [container.narrow]: { gap: tokens.space.s }, [container.tight]: { gridTemplateColumns: '1fr' } },
})

export const names = style({ display: 'grid', justifyItems: 'start', minInlineSize: 0, gap: tokens.space.s })

/** Is hit anywhere on the line but on what is above it. */
export const page = style({
  display: 'grid',
  inlineSize: '100%',
  ...plainLink,
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    'a&::after': { content: '""', position: 'absolute', inset: 0 },
  },
})

/** At most so many lines per name; the track page has all. */
const lines = (count: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: count,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  }) as const

export const title = style([
  displayFont,
  {
    ...lines(3),
    fontSize: tokens.type.xl,
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.tight,
    letterSpacing: tokens.tracking.tight,
    '@container': { [container.narrow]: { fontSize: tokens.type.l } },
  },
])

export const artist = style({ ...lines(2), color: theme.text.quiet })
