import { style } from '@vanilla-extract/css'
import { container, media, tokens } from '#src/ui/tokens.css.ts'

/** Two columns where there is room: charts and lists side by side. */
export const sections = style({
  display: 'grid',
  gap: tokens.space.xl,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [media.beside]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
/** Takes both columns. */
export const whole = style({
  '@media': { [media.beside]: { gridColumn: '1 / -1' } },
})
export const figures = style({
  display: 'grid',
  gap: tokens.space.m,
  gridTemplateColumns: `repeat(auto-fill, minmax(${tokens.size.figure}, 1fr))`,
  // Eight figures in two full rows.
  '@media': { [media.roomy]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const figure = style({ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' })
/** No wider than in a column. */
export const buttons = style({ maxInlineSize: tokens.size.column })
export const nav = style({ containerType: 'inline-size' })
/** With large text above its two buttons. */
export const period = style({
  flex: 1,
  minInlineSize: 0,
  textAlign: 'center',
  '@container': { [container.cramped]: { flexBasis: '100%', order: -1 } },
})

/** A round button beside a heading, which is as high as one without: lists side by side begin at one height. */
export const inHeading = style({ display: 'flex', marginBlock: `calc(-1 * ${tokens.space.l})` })
