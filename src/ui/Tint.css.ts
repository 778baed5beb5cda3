import { style } from '@vanilla-extract/css'
import { sleevePalettes } from '#contract/art/colours.ts'
import { dark } from './palette.ts'
import { sleeveTint } from './sleeve-tint.ts'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

/** A ground in the colours of a sleeve, by palette index. What is on it follows. */
export const tint = sleevePalettes.map((colours) => {
  const { from, to, hover, line, quiet, fill, on } = sleeveTint(colours)
  return style({
    color: theme.text.main,
    // Also on a card, which has a ground of its own.
    selectors: { '&&': { background: `linear-gradient(160deg, ${from}, ${to})` } },
    vars: {
      [theme.surface.ground]: from,
      [theme.surface.raised]: hover,
      [theme.surface.hover]: hover,
      [theme.surface.line]: line,
      [theme.text.quiet]: quiet,
      [theme.side.b.fill]: fill,
      [theme.side.b.on]: on,
    },
  })
})

/** The texts of the dark theme, in either theme. */
export const tinted = style({
  border: `${tokens.border.hair} solid transparent`,
  vars: {
    [theme.text.main]: dark.text.main,
    [theme.side.a.fill]: dark.side.a.fill,
    [theme.side.a.fillHover]: dark.side.a.fillHover,
    [theme.side.a.on]: dark.side.a.on,
    [theme.side.a.text]: dark.side.a.text,
    [theme.side.b.text]: dark.side.b.text,
    [theme.swag.text]: dark.swag.text,
    [theme.danger.text]: dark.danger.text,
    [theme.focus]: dark.focus,
  },
})
