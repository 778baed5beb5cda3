import { globalStyle, style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** One row that scrolls sideways up to the edges of the screen; the rings of focus are not cut. */
export const shelf = style({
  // Contains what is hidden from sight.
  position: 'relative',
  display: 'flex',
  gap: tokens.space.l,
  marginInline: `calc(-1 * ${tokens.gutter})`,
  paddingInline: tokens.gutter,
  marginBlock: `calc(-1 * ${tokens.space.xs})`,
  paddingBlock: tokens.space.xs,
  scrollPaddingInline: tokens.gutter,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
  // A mouse does not scroll sideways.
  '@media': { [media.framed]: { flexWrap: 'wrap', overflow: 'visible', margin: 0, padding: 0 } },
})

export const place = style({ flex: 'none' })

export const link = style({ ...plainLink, display: 'grid', justifyItems: 'center', rowGap: tokens.space.xxs })

export const pair = style({ display: 'flex' })

/** The second record is over a part of the first. */
globalStyle(`${pair} > div`, { inlineSize: tokens.size.sleeveM })
globalStyle(`${pair} > div + div`, { marginInlineStart: `calc(-1 * ${tokens.space.m})` })

export const ratings = style({
  display: 'flex',
  justifyContent: 'space-around',
  inlineSize: '100%',
  fontVariantNumeric: 'tabular-nums',
})
