import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { bareButton } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const button = style([
  displayFont,
  {
    ...bareButton,
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.space.xs,
    minBlockSize: tokens.size.target,
    minInlineSize: tokens.size.target,
    // A count is nearer to its own icon than to the next one.
    paddingInline: `${tokens.space.s} ${tokens.space.m}`,
    marginInlineStart: `calc(-1 * ${tokens.space.s})`,
    borderRadius: tokens.radius.pill,
    fontWeight: tokens.weight.bold,
    textDecoration: 'none',
    fontSize: tokens.type.s,
    fontVariantNumeric: 'tabular-nums',
  },
])

export const liked = style([button, { color: theme.side.a.text }])

export const clock = style({ color: theme.swag.text, display: 'inline-flex' })
