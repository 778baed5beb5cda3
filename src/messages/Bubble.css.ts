import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** A log line: incoming at the start, outgoing at the end. */
const line = style({
  display: 'grid',
  gap: tokens.space.xs,
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.gutter,
})

export const lines = styleVariants({
  incoming: [line, { justifyItems: 'start' }],
  outgoing: [line, { justifyItems: 'end' }],
})

/** A long press opens the menu, which can copy: a finger selects no text. */
export const contents = style({
  position: 'relative',
  display: 'grid',
  gap: tokens.space.xs,
  justifyItems: 'inherit',
  maxInlineSize: 'min(80%, 28rem)',
  '@media': { '(pointer: coarse)': { userSelect: 'none', WebkitUserSelect: 'none', WebkitTouchCallout: 'none' } },
})

/** Beside the message, without its own height; shown to a pointer and to the keyboard. */
const menu = style({
  position: 'absolute',
  insetBlockStart: '50%',
  transform: 'translateY(-50%)',
  opacity: 0,
  selectors: { [`${contents}:hover &, &:focus-within`]: { opacity: 1 } },
  '@media': { '(hover: none)': { pointerEvents: 'none' } },
})

export const menus = styleVariants({
  incoming: [menu, { insetInlineStart: '100%' }],
  outgoing: [menu, { insetInlineEnd: '100%' }],
})

const bubble = style({
  paddingBlock: tokens.space.s,
  paddingInline: tokens.space.l,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.m,
  lineHeight: tokens.leading.normal,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
})

export const deleted = style([
  bubble,
  { borderColor: theme.surface.line, color: theme.text.quiet, fontStyle: 'italic' },
])

const fromStart = style({ borderEndStartRadius: tokens.space.xs })
const fromEnd = style({ borderEndEndRadius: tokens.space.xs })

export const bubbles = styleVariants({
  incoming: [bubble, fromStart, { background: theme.surface.raised, borderColor: theme.surface.line }],
  outgoing: [bubble, fromEnd, { background: theme.side.b.fill, color: theme.side.b.on }],
  /** Stored only on this device so far. */
  waiting: [bubble, fromEnd, { borderStyle: 'dashed', borderColor: theme.side.b.fill }],
  failed: [bubble, fromEnd, { borderColor: theme.danger.fill, background: theme.danger.tint, color: theme.text.main }],
})

/** A few emoji alone need no bubble. */
export const emoji = style({
  fontSize: tokens.type.display,
  lineHeight: tokens.leading.snug,
  paddingInline: tokens.space.xs,
})

export const link = style({
  color: 'inherit',
  textDecoration: 'underline',
  overflowWrap: 'anywhere',
})

export const time = style({ color: theme.text.quiet, fontSize: tokens.type.s })

export const waits = style({ color: theme.swag.text, fontSize: tokens.type.s, fontWeight: tokens.weight.bold })

export const day = style({
  paddingBlock: `${tokens.space.l} ${tokens.space.s}`,
  paddingInline: tokens.gutter,
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
  textAlign: 'center',
})

export const failed = style({ display: 'grid', justifyItems: 'end', gap: tokens.space.s, maxInlineSize: '100%' })
export const why = style({
  color: theme.danger.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
  textAlign: 'end',
  overflowWrap: 'anywhere',
})
