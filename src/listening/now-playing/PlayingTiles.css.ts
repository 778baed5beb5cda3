import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** In one row, and the overflow scrolls; in the aside of a wide window in several. */
export const strip = style({
  display: 'flex',
  gap: tokens.space.m,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '@media': {
    [media.beside]: {
      display: 'grid',
      overflow: 'visible',
      gridTemplateColumns: `repeat(auto-fill, minmax(${tokens.size.playingTileLeast}, 1fr))`,
    },
  },
})

export const tile = style({
  position: 'relative',
  flex: 'none',
  inlineSize: tokens.size.playingTile,
  '@media': { [media.beside]: { inlineSize: 'auto', minInlineSize: 0 } },
})

export const link = style({ display: 'block', color: 'inherit', textDecoration: 'none' })

export const picture = style({ position: 'relative', display: 'flex', marginBlockEnd: tokens.space.xs })

export const portrait = style({
  position: 'absolute',
  insetBlockEnd: tokens.space.xs,
  insetInlineEnd: tokens.space.xs,
  // With large text the heart is above it.
  '@media': { [media.cramped]: { insetInlineStart: tokens.space.xs, insetInlineEnd: 'auto' } },
  borderRadius: tokens.radius.pill,
  border: `${tokens.border.thick} solid ${theme.surface.ground}`,
})

export const heart = style({ position: 'absolute', insetBlockStart: 0, insetInlineEnd: 0 })

/** A smaller circle than the target. */
globalStyle(`${heart} > button`, {
  padding: tokens.space.s,
  background: theme.surface.ground,
  backgroundClip: 'content-box',
})
