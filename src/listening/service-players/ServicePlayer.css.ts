import { style, styleVariants } from '@vanilla-extract/css'
import type { PlayerService } from '#contract/listening/service-players.ts'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** The heights that the services give their single-track players. YouTube requires at least 200 px. */
const heights: Readonly<Record<PlayerService, string>> = {
  spotify: '9.5rem',
  youtube: '15rem',
  apple: '11rem',
  bandcamp: '7.5rem',
  soundcloud: '10.5rem',
  tidal: '7.5rem',
  deezer: '9.5rem',
}

const frame = style({
  boxSizing: 'border-box',
  inlineSize: '100%',
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  background: theme.surface.raised,
})

export const player = styleVariants(heights, (blockSize) => [frame, { display: 'block', blockSize }])

/** In place of the player until a press. */
export const facade = style([
  frame,
  {
    ...inRow('m'),
    padding: tokens.space.m,
    color: theme.text.main,
    textAlign: 'start',
    cursor: 'pointer',
    '@media': { [media.hover]: { ':hover': { background: theme.surface.hover } } },
  },
])

export const question = style([frame, { padding: tokens.space.m }])
