import { style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** The link of a saved track: as tall as a target, in the remaining width. */
export const open = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  flex: 1,
  minInlineSize: 0,
  minBlockSize: tokens.size.target,
  ...plainLink,
})
