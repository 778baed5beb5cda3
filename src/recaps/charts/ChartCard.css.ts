import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** As high as the sentence, so that the content below does not move when a mark is chosen. */
export const sentence = style({ display: 'grid' })
globalStyle(`${sentence} > *`, { gridArea: '1 / 1' })
/** Hidden from sight only: a screen reader announces the mark itself. */
export const replaced = style({ opacity: 0 })

export const bars = style({
  display: 'block',
  inlineSize: '100%',
  blockSize: `calc(1.5 * ${tokens.size.area})`,
  forcedColorAdjust: 'none',
})
export const ground = style({ fill: theme.surface.line })
/** Catches the pointer above and beside a bar. */
export const hit = style({ fill: 'transparent' })
export const bar = styleVariants({
  plain: { fill: theme.side.b.fill },
  chosen: { fill: theme.side.a.fill },
})
export const labels = style({ display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' })
/** A label may be wider than its bar: the bars beside it have none then. */
export const label = style({
  display: 'flex',
  justifyContent: 'center',
  whiteSpace: 'nowrap',
  // Seven days beside each other on a phone: large text grows until they no longer fit.
  fontSize: `min(${tokens.type.s}, 5vw)`,
  color: theme.text.quiet,
})

export const heat = styleVariants({
  year: { display: 'block', inlineSize: '100%', forcedColorAdjust: 'none' },
  month: {
    display: 'block',
    inlineSize: '100%',
    maxInlineSize: '22rem',
    marginInline: 'auto',
    forcedColorAdjust: 'none',
  },
})
export const shade = styleVariants({
  0: { fill: theme.surface.line },
  1: { fill: theme.side.b.fill, fillOpacity: 0.35 },
  2: { fill: theme.side.b.fill, fillOpacity: 0.55 },
  3: { fill: theme.side.b.fill, fillOpacity: 0.78 },
  4: { fill: theme.side.b.fill },
})
export const chosenDay = style({ stroke: theme.text.main, strokeWidth: 1.5 })
const heatText = style({ fill: theme.text.quiet })
/** In the units of the picture: 11 to 16 px on the screen. */
export const heatLabel = styleVariants({
  year: [heatText, { fontSize: '11px' }],
  month: [heatText, { fontSize: '4px' }],
})
export const legend = style({ blockSize: tokens.space.m, forcedColorAdjust: 'none' })
