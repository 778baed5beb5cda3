import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const list = style({ position: 'relative' })

export const foot = style({ padding: tokens.space.l, color: theme.text.quiet, textAlign: 'center' })

/**
 * Its offset is measured and set by script; the space below is part of the row, so that it is
 * measured.
 */
export const row = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  paddingBlockEnd: tokens.space.m,
})

export const group = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: tokens.space.s,
  border: 'none',
  margin: 0,
  padding: 0,
  minInlineSize: 0,
})

/** The radio covers its label: invisible, but it receives the focus, the keys and the clicks. */
export const radio = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  margin: 0,
  opacity: 0,
  cursor: 'pointer',
})

export const choice = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: tokens.space.xs,
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.space.m,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.pill,
  fontWeight: tokens.weight.bold,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { background: theme.side.b.fill, borderColor: theme.side.b.fill, color: theme.side.b.on },
    '&:has(:focus-visible)': {
      outline: `${tokens.focus.width} solid ${theme.focus}`,
      outlineOffset: tokens.focus.offset,
    },
  },
  '@media': {
    [media.forcedColors]: { selectors: { '&:has(:checked)': { outline: `${tokens.border.thick} solid Highlight` } } },
  },
})
