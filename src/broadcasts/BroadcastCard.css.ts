import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { container, tokens } from '#src/ui/tokens.css.ts'

/** A post without a track, on the page's ground. */
export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: tokens.space.s,
  padding: tokens.space.m,
  paddingBlockEnd: tokens.space.xs,
  // The track's layout depends on the card's width.
  containerType: 'inline-size',
  borderRadius: tokens.radius.l,
})

/** Only on this device yet. */
export const pending = style({ borderStyle: 'dashed', borderColor: theme.swag.text })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: tokens.space.s,
  minBlockSize: tokens.size.avatarM,
})

/** The picture and the name, as high as a touch target without moving the lines apart. */
export const author = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: tokens.space.s,
  minInlineSize: 0,
  minBlockSize: tokens.size.target,
  marginBlock: `calc(-1 * ${tokens.space.s})`,
  color: 'inherit',
  fontWeight: tokens.weight.bold,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  ':hover': { textDecoration: 'underline' },
})

/** With large text below the name, so that the menu stays beside it. */
export const time = style({
  '@container': { [container.cramped]: { order: 1, flexBasis: '100%', marginBlockStart: tokens.space.s } },
})

/** As the name: a touch target that does not make the line higher. */
export const menu = style({
  display: 'inline-flex',
  marginBlock: `calc(-1 * ${tokens.space.s})`,
  marginInlineStart: 'auto',
})

const words = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' })

export const caption = style([
  words,
  { paddingBlockEnd: tokens.space.xs, fontSize: tokens.type.l, lineHeight: tokens.leading.snug },
])

export const post = style([words, { color: theme.text.quiet }])

export const named = style({ color: 'inherit', fontWeight: tokens.weight.medium, textDecoration: 'underline' })

export const foot = style({
  display: 'flex',
  // With large text the actions do not fit in one line.
  flexWrap: 'wrap',
  alignItems: 'center',
  minBlockSize: tokens.size.target,
  // The targets are higher than what they show.
  marginBlockStart: `calc(-1 * ${tokens.space.xs})`,
})

export const room = style({ flex: 1 })

export const waiting = style([
  foot,
  { gap: tokens.space.s, color: theme.swag.text, fontSize: tokens.type.s, fontWeight: tokens.weight.bold },
])
