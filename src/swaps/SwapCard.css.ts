import { style, styleVariants } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** Wraps below the picture if large text leaves no room for a name beside it. */
export const words = style({
  display: 'grid',
  // Breaks a long name, so that the card is not wider than the screen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: `1 1 ${tokens.size.name}`,
  minInlineSize: 0,
  rowGap: tokens.space.xxs,
})

export const foot = style({
  display: 'grid',
  gap: tokens.space.xxs,
  paddingBlockStart: tokens.space.s,
  borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}`,
})

/** What both earned, beside each other where there is room. */
export const swag = style({ display: 'flex', flexWrap: 'wrap', gap: `${tokens.space.xxs} ${tokens.space.l}` })

export const note = style({
  ...inRow('s'),
  color: theme.swag.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})

export const refused = style([note, { color: theme.danger.text }])

/** Both sleeves beside each other, as on a shelf: the own one first. */
export const pair = style({ display: 'flex', gap: tokens.space.m, padding: tokens.space.xs })

const place = style({
  inlineSize: tokens.size.sleeveS,
  blockSize: tokens.size.sleeveS,
  borderRadius: tokens.radius.s,
  ':empty': { outlineStyle: 'dashed' },
})

const ring = (colour: string) => ({
  outline: `${tokens.border.thick} solid ${colour}`,
  outlineOffset: tokens.focus.offset,
})

export const half = styleVariants({ a: [place, ring(theme.side.a.text)], b: [place, ring(theme.side.b.text)] })
