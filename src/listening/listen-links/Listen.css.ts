import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const line = style({ display: 'flex', alignItems: 'center', gap: tokens.space.xs, maxInlineSize: '100%' })

export const pill = style([line, { position: 'relative', gap: tokens.space.s }])

const ICON = '1.25rem'

/** A touch target with the room of its icon, and the line as high as the pill, which loads later. */
export const more = style({
  marginBlock: `calc((${tokens.space.xxl} - ${tokens.size.target}) / 2)`,
  marginInline: `calc((${ICON} - ${tokens.size.target}) / 2)`,
  // There it has a border, which would be over the text.
  '@media': { [media.forcedColors]: { marginInline: 0 } },
})

/** A touch target, without moving the lines apart. */
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minInlineSize: 0,
  minBlockSize: tokens.size.target,
  color: theme.side.a.text,
  fontSize: tokens.type.m,
  fontWeight: tokens.weight.bold,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
})

export const onB = style({ color: theme.side.b.text })

export const service = style({
  ...inRow('m'),
  flexWrap: 'wrap',
  minBlockSize: tokens.size.control,
  // Large text leaves no more room on a phone.
  paddingInline: `min(${tokens.space.l}, 4vw)`,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  color: theme.text.main,
  fontWeight: tokens.weight.medium,
  textDecoration: 'none',
  ':hover': { background: theme.surface.hover },
})

export const own = style({ inlineSize: '100%' })

/** With large text in a line of its own. */
export const name = style({ flex: 1, '@media': { [media.cramped]: { flexBasis: '100%' } } })

export const summary = style({ cursor: 'pointer', color: theme.text.quiet, paddingBlock: tokens.space.s })
