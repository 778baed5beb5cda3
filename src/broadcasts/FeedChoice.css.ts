import { style } from '@vanilla-extract/css'
import { bareButton } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const choice = style({
  display: 'flex',
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const option = style({
  ...bareButton,
  flex: 1,
  minBlockSize: tokens.size.target,
  // Two words side by side on a phone: large text grows until they would touch.
  fontSize: `min(${tokens.type.m}, 7vw)`,
  borderBlockEnd: `${tokens.border.thick} solid transparent`,
  fontWeight: tokens.weight.medium,
  textAlign: 'center',
  ':focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
  selectors: {
    '&[aria-pressed="true"]': {
      color: theme.text.main,
      borderBlockEndColor: theme.side.a.fill,
      fontWeight: tokens.weight.bold,
    },
  },
  '@media': { [media.beside]: { flex: 'none', paddingInline: tokens.space.l, marginInlineStart: tokens.space.xs } },
})
