import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const list = style({})

/** The entry that is open beside the list. */
globalStyle(`${list} a[aria-current="page"]`, {
  borderColor: theme.side.b.fill,
  boxShadow: `inset 0 0 0 ${tokens.border.hair} ${theme.side.b.fill}`,
  '@media': { [media.forcedColors]: { outline: `${tokens.border.thick} solid Highlight` } },
})
