import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

/** Around the one button of a long form: within reach of a thumb below a hundred tracks, above the tabs. */
export const footBar = style({
  position: 'sticky',
  insetBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom, 0px))`,
  paddingBlock: tokens.space.s,
  background: theme.surface.ground,
  '@media': { [media.wide]: { insetBlockEnd: 0 } },
})
