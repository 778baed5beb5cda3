import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { largeTitle } from '#src/ui/rules.ts'

/** Its lines are reserved: the font may come later. */
export const title = style([
  displayFont,
  { ...largeTitle, minBlockSize: '2lh', alignContent: 'center', textAlign: 'center' },
])
