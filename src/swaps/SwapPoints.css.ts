import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** No larger than its longest word has room. Its lines are reserved: the font may come later. */
export const title = style([
  displayFont,
  {
    fontSize: `min(${tokens.type.display}, 9vw)`,
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.tight,
    letterSpacing: tokens.tracking.tight,
    minBlockSize: '2lh',
    alignContent: 'center',
    textAlign: 'center',
    textWrap: 'balance',
  },
])
