import { style } from '@vanilla-extract/css'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** Above the feed, on screens without space beside it. */
export const aboveFeed = style({
  // As far from the edges as the cards below it.
  padding: `${tokens.space.m} ${tokens.space.m} 0`,
  '@media': { [media.beside]: { display: 'none' } },
})

/** As high as the picture that loads after the feed. */
export const pictureRoom = style({ blockSize: tokens.size.record })
