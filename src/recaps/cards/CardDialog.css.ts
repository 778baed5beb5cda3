import { styleVariants } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

const preview = {
  display: 'block',
  maxInlineSize: '100%',
  marginInline: 'auto',
  borderRadius: tokens.radius.m,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  background: theme.surface.line,
}
export const canvas = styleVariants({
  story: { ...preview, blockSize: 'min(60dvb, 32rem)', aspectRatio: '9 / 16' },
  square: { ...preview, inlineSize: 'min(100%, 26rem)', aspectRatio: '1' },
})
