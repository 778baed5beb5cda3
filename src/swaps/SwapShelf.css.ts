import { globalStyle, style } from '@vanilla-extract/css'
import { plainLink, scrollingRow } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const shelf = style(scrollingRow('l'))

export const place = style({ flex: 'none' })

export const link = style({ ...plainLink, display: 'grid', justifyItems: 'center', rowGap: tokens.space.xxs })

export const pair = style({ display: 'flex' })

/** The second record is over a part of the first. */
globalStyle(`${pair} > div`, { inlineSize: tokens.size.sleeveM })
globalStyle(`${pair} > div + div`, { marginInlineStart: `calc(-1 * ${tokens.space.m})` })

/** As wide as the records. */
export const name = style({ display: 'grid', inlineSize: 0, minInlineSize: '100%', justifyItems: 'center' })

export const ratings = style({
  display: 'flex',
  justifyContent: 'space-around',
  inlineSize: '100%',
  fontVariantNumeric: 'tabular-nums',
})
