import { style } from '@vanilla-extract/css'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const artists = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: tokens.space.m,
  // Large text would break the names.
  '@media': { [media.cramped]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const artist = style({
  display: 'grid',
  gap: tokens.space.xs,
  alignContent: 'start',
  borderRadius: tokens.radius.m,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
})

/** Takes the rest of the screen, so that the content below is not seen to move. */
export const coming = style({ minBlockSize: '100dvb' })
