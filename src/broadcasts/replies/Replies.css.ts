import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'
import { playerHeight } from '#src/ui/visible-height.ts'

const column = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })

export const section = column

export const title = style({
  display: 'grid',
  gap: tokens.space.s,
  paddingInline: tokens.gutter,
  paddingBlock: `${tokens.space.l} ${tokens.space.s}`,
})

export const list = column

/** A sent reply scrolls above the composer. */
export const row = style({ scrollMarginBlockEnd: `calc(${tokens.size.control} + 2 * ${tokens.space.s})` })

/** With large text the actions move below the words. */
export const reply = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: tokens.space.m,
  paddingBlock: tokens.space.s,
  paddingInline: tokens.gutter,
})

export const content = style({
  display: 'grid',
  flex: 1,
  minInlineSize: tokens.size.words,
  gap: tokens.space.xs,
  alignContent: 'start',
})

/** Targets extend beyond their visible part: they need less space around them. */
export const actions = style({
  display: 'flex',
  alignSelf: 'start',
  flex: 'none',
  marginBlockStart: `calc(-1 * ${tokens.space.s})`,
  marginInline: `auto calc(-1 * ${tokens.space.m})`,
})

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: tokens.space.s })

export const words = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' })

export const note = style({
  ...inRow('xs'),
  color: theme.swag.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})

export const why = style({
  color: theme.danger.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
  overflowWrap: 'anywhere',
})

export const centre = style({ padding: tokens.space.l, textAlign: 'center' })

/** Sticks above the tab bar, so that it is within reach below many replies. */
export const composer = style({
  position: 'sticky',
  insetBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom, 0px) + var(${playerHeight}, 0px))`,
  display: 'flex',
  alignItems: 'flex-end',
  gap: tokens.space.s,
  paddingBlock: tokens.space.s,
  paddingInline: tokens.gutter,
  borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}`,
  background: theme.surface.ground,
  '@media': { [media.wide]: { insetBlockEnd: `var(${playerHeight}, 0px)` } },
})

export const field = style({ flex: 1, minInlineSize: 0 })

/** As high as one line of the field beside it. */
export const send = style({ display: 'grid', alignItems: 'center', minBlockSize: tokens.size.control })
