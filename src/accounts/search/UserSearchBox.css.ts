import { style, styleVariants } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const form = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.space.s })

export const box = style({
  position: 'relative',
  flex: `1 1 calc(${tokens.size.words} + ${tokens.space.xxxl})`,
  minInlineSize: 0,
})

export const button = style({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  minBlockSize: tokens.size.control,
})

const suggestions = style({
  padding: tokens.space.xs,
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.l,
})

/** Overlays the content, so that nothing moves while the user types. */
const over = style({ position: 'absolute', zIndex: tokens.layer.bar, insetInline: 0 })
const distance = `calc(100% + ${tokens.space.xs})`

export const list = styleVariants({
  below: [suggestions, over, { insetBlockStart: distance }],
  above: [suggestions, over, { insetBlockEnd: distance }],
  /** Inside a dialog, which scrolls. */
  between: [suggestions, { marginBlockStart: tokens.space.xs }],
})

export const option = style({
  ...inRow('m'),
  minBlockSize: tokens.size.target,
  paddingInline: tokens.space.m,
  borderRadius: tokens.radius.m,
  cursor: 'pointer',
  '@media': { [media.hover]: { selectors: { '&:hover': { background: theme.surface.hover } } } },
})

export const active = style({
  background: theme.surface.hover,
  outline: `${tokens.border.thick} solid ${theme.focus}`,
  outlineOffset: `calc(-1 * ${tokens.border.thick})`,
})
