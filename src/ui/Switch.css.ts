import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

/** The whole row is the target, text included. */
export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: tokens.space.l,
  // Beside the switch large text has room for one word only.
  '@media': { [media.cramped]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  minBlockSize: tokens.size.target,
  cursor: 'pointer',
})

export const words = style({ display: 'grid', gap: tokens.space.xxs })

const knob = tokens.size.iconSmall
const room = tokens.space.xs

/** An outline when off, filled when on; the position of the knob shows the state without colour. */
export const input = style({
  appearance: 'none',
  margin: 0,
  flexShrink: 0,
  inlineSize: `calc(2 * ${knob} + 3 * ${room})`,
  blockSize: `calc(${knob} + 2 * ${room} + 2 * ${tokens.border.thick})`,
  padding: room,
  border: `${tokens.border.thick} solid ${theme.text.quiet}`,
  borderRadius: tokens.radius.pill,
  background: 'none',
  cursor: 'pointer',
  transition: `background ${tokens.motion.quick}, border-color ${tokens.motion.quick}`,
  '::before': {
    content: '""',
    display: 'block',
    inlineSize: knob,
    blockSize: knob,
    borderRadius: tokens.radius.pill,
    background: theme.text.quiet,
    transition: `margin ${tokens.motion.quick} ${tokens.motion.ease}`,
  },
  selectors: {
    '&:checked': { background: theme.side.b.fill, borderColor: theme.side.b.fill },
    '&:checked::before': { marginInlineStart: 'auto', background: theme.side.b.on },
    '&:focus-visible': { outline: `${tokens.focus.width} solid ${theme.focus}`, outlineOffset: tokens.focus.offset },
    '&[aria-busy="true"]': { opacity: 0.6 },
  },
  '@media': {
    [media.forcedColors]: {
      '::before': { background: 'CanvasText' },
      // The rule of the checked state is more specific.
      selectors: { '&:checked::before': { background: 'Highlight' } },
    },
  },
})
