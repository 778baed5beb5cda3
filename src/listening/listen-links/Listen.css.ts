import { style } from '@vanilla-extract/css'
import { listenPill } from '#src/ui/ListenPill.css.ts'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const pill = style({ position: 'relative', ...inRow('s'), maxInlineSize: '100%' })

const ICON = '1.25rem'

/** A touch target with the room of its icon, and the line as high as the pill, which loads later. */
export const more = style({
  marginBlock: `calc((${tokens.space.xxl} - ${tokens.size.target}) / 2)`,
  marginInline: `calc((${ICON} - ${tokens.size.target}) / 2)`,
  // There it has a border, which would be over the text.
  '@media': { [media.forcedColors]: { marginInline: 0 } },
})

export const pills = {
  a: style([listenPill, { background: theme.side.a.fill, color: theme.side.a.on }]),
  b: listenPill,
}

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
