import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** Stays within reach of a thumb below a hundred tracks, above the tabs. */
export const postBar = style({
  position: 'sticky',
  insetBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom, 0px))`,
  paddingBlock: tokens.space.s,
  background: theme.surface.ground,
  '@media': { [media.wide]: { insetBlockEnd: 0 } },
})
