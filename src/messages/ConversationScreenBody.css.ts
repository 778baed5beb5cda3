import { globalStyle, style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Replaces the messages. */
export const instead = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: tokens.space.m,
  minBlockSize: 0,
  padding: tokens.gutter,
  overflowY: 'auto',
})

/** As messages: above the field. */
globalStyle(`${instead} > [data-loading]`, { alignSelf: 'stretch', marginBlockStart: 'auto' })

export const failure = style({ flex: 'none', paddingBlock: tokens.space.s, paddingInline: tokens.gutter })

/** Replaces the field. */
export const deletedAccount = style({ flex: 'none', padding: tokens.gutter, textAlign: 'center' })
