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
  // The track's layout depends on its own width.
  containerType: 'inline-size',
})

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: tokens.space.s })

export const author = style({
  // A name of three letters has the minimum target width too.
  minInlineSize: tokens.size.target,
  color: 'inherit',
  fontWeight: tokens.weight.bold,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  // The minimum target height, without changing the line spacing.
  paddingBlock: tokens.space.m,
  marginBlock: `calc(-1 * ${tokens.space.m})`,
  ':hover': { textDecoration: 'underline' },
})

export const words = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' })

/** A link in running text. */
export const named = style({ color: 'inherit', fontWeight: tokens.weight.medium, textDecoration: 'underline' })

/** Targets extend beyond their visible part: less space is needed below them. */
const endsInTargets = { marginBlockEnd: `calc(${tokens.space.xs} - ${tokens.space.m})` }

export const foot = style({
  display: 'flex',
  // With large text the actions do not fit in one line.
  flexWrap: 'wrap',
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

/** Below a broadcast on its own screen. */
export const listen = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })
