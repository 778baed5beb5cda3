import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { disc, inRows } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const block = style({
  ...inRows('m'),
  // An action below the text.
  justifyContent: 'flex-end',
  paddingBlock: tokens.space.m,
  paddingInline: tokens.space.l,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.m,
  fontWeight: tokens.weight.medium,
  lineHeight: tokens.leading.snug,
})

/** Alert and Strip share this look: a tinted block with an icon or a dot before its text. */
export const tone = styleVariants({
  danger: [block, { maxInlineSize: tokens.size.column, background: theme.danger.tint, color: theme.danger.onTint }],
  warning: [block, { background: theme.swag.tint, color: theme.swag.onTint }],
})

/** At the start also in a line of its own. */
globalStyle(`${block} > :first-child`, { marginInlineEnd: 'auto' })

/** The padding of its bare button leaves the text more room on a phone. */
globalStyle(`${block} > button`, { marginInline: `calc(-1 * ${tokens.space.s})` })

/** As high as a button to touch. */
globalStyle(`${block} > a`, { paddingBlock: tokens.space.m, marginBlock: `calc(-1 * ${tokens.space.m})` })

export const body = style({
  flex: `1 1 ${tokens.size.words}`,
  minInlineSize: 0,
  // Beside the icon large text has no room for a long word.
  '@media': { [media.cramped]: { flexBasis: '100%' } },
})

export const dot = style({
  flex: 'none',
  ...disc,
  background: 'currentColor',
  forcedColorAdjust: 'none',
})
