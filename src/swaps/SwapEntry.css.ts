import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const number = style([
  displayFont,
  {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    inlineSize: tokens.size.avatarM,
    blockSize: tokens.size.avatarM,
    borderRadius: tokens.radius.pill,
    background: theme.side.a.tint,
    color: theme.side.a.onTint,
    fontWeight: tokens.weight.bold,
  },
])
