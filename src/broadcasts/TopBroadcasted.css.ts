import { style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const sleeves = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: tokens.space.m,
  // Large text would break the names.
  '@media': { [media.cramped]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

/** About as high as the sleeves with names that follow. */
export const reserved = style({
  display: 'grid',
  minBlockSize: `calc(${tokens.size.sleeveThird} + ${tokens.size.area})`,
})

export const track = style({ display: 'grid', alignContent: 'start', gap: tokens.space.xs, minInlineSize: 0 })

export const names = style({
  display: 'grid',
  gap: tokens.space.xs,
  ...plainLink,
  overflowWrap: 'anywhere',
  lineHeight: tokens.leading.snug,
  selectors: { 'a&:hover': { textDecoration: 'underline' } },
})
