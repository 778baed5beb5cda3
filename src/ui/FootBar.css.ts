import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'
import { playerHeight } from './visible-height.ts'

/** Sticks the only button of a long form above the tab bar. */
export const footBar = style({
  position: 'sticky',
  insetBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom, 0px) + var(${playerHeight}, 0px))`,
  paddingBlock: tokens.space.s,
  background: theme.surface.ground,
  '@media': {
    [media.wide]: { insetBlockEnd: `var(${playerHeight}, 0px)` },
    [media.keyboard]: { position: 'static' },
  },
})

/** A focused element scrolls above the button, not behind it. */
globalStyle(`html:has(${footBar})`, {
  scrollPaddingBlockEnd: `calc(${tokens.size.tabBar} + ${tokens.size.control} + 3 * ${tokens.space.s} + env(safe-area-inset-bottom) + var(${playerHeight}, 0px))`,
})
