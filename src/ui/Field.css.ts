import { style, styleVariants } from '@vanilla-extract/css'
import { inRow } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: tokens.space.xs,
  minInlineSize: 0,
})

export const label = style({ fontSize: tokens.type.m, fontWeight: tokens.weight.medium })

export const hint = style({ fontSize: tokens.type.s, color: theme.text.quiet })

export const error = style({
  display: 'flex',
  gap: tokens.space.xs,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
  color: theme.danger.text,
})

export const box = style({
  position: 'relative',
  ...inRow('s'),
  minBlockSize: tokens.size.control,
  paddingInline: tokens.size.fieldRoom,
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  color: theme.text.quiet,
  transition: `border-color ${tokens.motion.quick}`,
  selectors: {
    '&:focus-within': { borderColor: theme.text.quiet },
    '&:has([aria-invalid="true"])': { borderColor: theme.danger.fill },
    '&:has(:disabled)': { opacity: 0.6 },
    '&:has(:is(input, textarea, select):focus-visible)': {
      outline: `${tokens.focus.width} solid ${theme.side.b.fill}`,
      outlineOffset: tokens.focus.offset,
    },
  },
  '@media': {
    [media.forcedColors]: {
      selectors: { '&:has(:is(input, textarea, select):focus-visible)': { outlineColor: 'Highlight' } },
    },
  },
})

export const shape = styleVariants({
  line: { borderRadius: tokens.radius.pill },
  area: { borderRadius: tokens.radius.l, paddingInline: 0 },
})

export const input = style({
  flex: 1,
  inlineSize: '100%',
  minInlineSize: 0,
  paddingBlock: tokens.space.m,
  background: 'none',
  border: 'none',
  color: theme.text.main,
  // Below 16 px iOS zooms into a field that is focused.
  fontSize: `max(1rem, ${tokens.type.m})`,
  lineHeight: tokens.leading.snug,
  outline: 'none',
  // Large text would break its words.
  '::placeholder': { color: theme.text.quiet, opacity: 1, fontSize: 'min(1em, 6vw)' },
})

const area = style([input, { display: 'block', paddingInline: tokens.size.fieldRoom }])

export const areas = styleVariants({
  area: [area, { resize: 'vertical', minBlockSize: tokens.size.area }],
  /** Scrolls in browsers without `field-sizing` (Firefox). */
  line: [area, { resize: 'none', fieldSizing: 'content', maxBlockSize: tokens.size.area }],
})

export const end = style({ marginInlineEnd: `calc(-1 * ${tokens.space.m})` })

export const select = style([input, { cursor: 'pointer', textOverflow: 'ellipsis' }])

/** The opened list takes its background from here (Chromium on Windows and Linux). */
export const option = style({ background: theme.surface.raised, color: theme.text.main })
