import { style } from '@vanilla-extract/css'
import { inRows } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'
import { link } from './MusicLink.css.ts'

export const list = style({ display: 'grid', gap: tokens.space.xxs })

/** With large text the names go below the place and the sleeve. */
export const row = style({
  position: 'relative',
  ...inRows('s'),
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const place = style({ display: 'grid', justifyItems: 'start', flex: 'none', inlineSize: tokens.size.place })
/** The names and the detail: below each other where a word of the names would break. */
export const words = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: tokens.space.s,
  flex: `1 1 ${tokens.size.name}`,
  minInlineSize: 0,
})
/** The link of a row, which is hit anywhere in it. */
export const name = style([
  link,
  {
    overflowWrap: 'break-word',
    maxInlineSize: '100%',
    selectors: { '&::after': { content: '""', position: 'absolute', inset: 0 } },
  },
])
/** A link above that of the row. */
export const above = style({ position: 'relative', justifySelf: 'start' })

/** Fills its line, so that a detail beside it is at the end. A word breaks that is longer than it. */
export const names = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: `999 1 ${tokens.size.figure}`,
  maxInlineSize: '100%',
})
export const detail = style({ flex: '0 1 auto', fontVariantNumeric: 'tabular-nums' })
/** On a phone the details of all rows, of which some would have room beside the name. */
export const below = style([detail, { '@media': { [media.filled]: { flexBasis: '100%' } } }])
export const end = style({ display: 'flex', alignItems: 'center', justifyContent: 'end', flex: 'none' })
