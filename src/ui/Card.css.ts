import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const tint = createVar()

export const card = style({
  display: 'block',
  minInlineSize: 0,
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.l,
  color: theme.text.main,
  textDecoration: 'none',
})

export const pad = styleVariants({
  none: {},
  s: { padding: tokens.space.m },
  m: { padding: tokens.space.l },
  l: { padding: tokens.space.xl },
})

/** A side's colour fades from the upper corner, where quiet text uses the darker variant. */
const faded = style({
  background: `linear-gradient(135deg, ${tint}, ${theme.surface.raised} 65%)`,
})

export const side = styleVariants({
  a: [
    faded,
    {
      vars: {
        [tint]: theme.side.a.tint,
        [theme.text.quiet]: theme.text.quietOnTint,
        [theme.side.a.text]: theme.side.a.onTint,
        [theme.swag.text]: theme.swag.onTint,
      },
    },
  ],
  b: [
    faded,
    {
      vars: {
        [tint]: theme.side.b.tint,
        [theme.text.quiet]: theme.text.quietOnTint,
        [theme.side.b.text]: theme.side.b.onTint,
        [theme.swag.text]: theme.swag.onTint,
      },
    },
  ],
})

export const pressable = style({
  cursor: 'pointer',
  inlineSize: '100%',
  transition: `border-color ${tokens.motion.quick}, background-color ${tokens.motion.quick}`,
  '@media': { [media.hover]: { selectors: { '&:hover': { borderColor: theme.text.quiet } } } },
})

/** The selected card, in side B like a response; the thicker border does not change the layout. */
export const chosen = style({
  borderColor: theme.side.b.fill,
  boxShadow: `inset 0 0 0 ${tokens.border.hair} ${theme.side.b.fill}`,
  '@media': { [media.forcedColors]: { outline: `${tokens.border.thick} solid Highlight` } },
})
