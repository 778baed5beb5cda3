import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const list = style({ position: 'relative' })

/** Its offset is measured and set by script. */
export const place = style({ position: 'absolute', insetBlockStart: 0, insetInline: 0 })

export const heading = style({ paddingBlock: `${tokens.space.l} ${tokens.space.xs}` })

/** With large text the time and the menu wrap below the names. */
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: tokens.space.m,
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

/** Takes the remaining width, and truncates long names. */
export const words = style({ flex: `1 1 ${tokens.size.name}`, minInlineSize: 0 })

/** At least 24 px high: the names of artist and album, which are links too, are below it. */
export const title = style({
  display: 'block',
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  paddingBlock: tokens.space.xxs,
  color: 'inherit',
  textDecoration: 'none',
})

export const time = style({ flex: 'none', color: theme.text.quiet, fontSize: tokens.type.s })

export const foot = style({ padding: tokens.space.l, textAlign: 'center', color: theme.text.quiet })
