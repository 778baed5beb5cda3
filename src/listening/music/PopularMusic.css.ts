import { style } from '@vanilla-extract/css'
import { container, media, tokens } from '#src/ui/tokens.css.ts'

/** The shelf's columns depend on its own width: it is in a column or in an aside. */
export const room = style({ containerType: 'inline-size' })

/** One row that scrolls sideways; from 600 px on rows of three, in a column of five. */
export const shelf = style({
  display: 'flex',
  gap: tokens.space.m,
  marginInline: `calc(-1 * ${tokens.gutter})`,
  paddingInline: tokens.gutter,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '@media': {
    [media.roomy]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      margin: 0,
      padding: 0,
      overflow: 'visible',
      '@container': { [container.column]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
    },
  },
})

/** The last of ten would be alone in a row of three. */
export const tile = style({
  flex: 'none',
  inlineSize: tokens.size.playingTile,
  '@media': {
    [media.roomy]: {
      inlineSize: 'auto',
      minInlineSize: 0,
      '@container': {
        [container.aside]: { selectors: { '&:nth-child(10)': { display: 'none' } } },
      },
    },
  },
})

export const link = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: tokens.space.xs,
  color: 'inherit',
  textDecoration: 'none',
  lineHeight: tokens.leading.snug,
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
