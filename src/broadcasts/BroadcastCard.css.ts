import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const card = style({
  display: 'flex',
  gap: tokens.space.m,
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const content = style({
  display: 'grid',
  flex: 1,
  minInlineSize: 0,
  gap: tokens.space.xs,
  // The track asks how much room there is.
  containerType: 'inline-size',
})

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: tokens.space.s })

export const author = style({
  // A name of three letters is a thumb wide too.
  minInlineSize: tokens.size.target,
  color: 'inherit',
  fontWeight: tokens.weight.bold,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  // As tall as a thumb, without moving the lines apart.
  paddingBlock: tokens.space.m,
  marginBlock: `calc(-1 * ${tokens.space.m})`,
  ':hover': { textDecoration: 'underline' },
})

export const words = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' })

/** A link in running text. */
export const named = style({ color: 'inherit', fontWeight: tokens.weight.medium, textDecoration: 'underline' })

/** Targets are taller than what is seen of them: below them less room is needed. */
const endsInTargets = { marginBlockEnd: `calc(${tokens.space.xs} - ${tokens.space.m})` }

export const foot = style({
  display: 'flex',
  alignItems: 'center',
  minBlockSize: tokens.size.target,
  ...endsInTargets,
})

export const room = style({ flex: 1 })

export const waiting = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.s,
  minBlockSize: tokens.size.target,
  ...endsInTargets,
  color: theme.swag.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})

/** Below a broadcast that has a screen of its own. */
export const listen = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })
