import { style } from '@vanilla-extract/css'
import { media, tokens } from './tokens.css.ts'

export const columns = style({
  '@media': {
    [media.beside]: {
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fill, minmax(${tokens.size.aside}, 1fr))`,
      alignItems: 'start',
    },
  },
})
