import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { depthBands as colours, ownMark } from '#src/ui/palette.ts'
import { inRow } from '#src/ui/rules.ts'
import { container, media, tokens } from '#src/ui/tokens.css.ts'

export const sea = style({
  containerType: 'inline-size',
  borderRadius: tokens.radius.l,
  overflow: 'hidden',
  forcedColorAdjust: 'none',
})

/** About the height of the chart with ten artists that follows. */
export const reserved = style({ display: 'grid', minBlockSize: tokens.size.sea })

const mark = createVar()
const onMark = createVar()

const water = style({
  ...inRow('m'),
  paddingInline: tokens.space.l,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.snug,
  '@container': {
    [container.narrow]: { paddingInline: tokens.space.m },
    // Large text: the marks go below the zone's name.
    [container.cramped]: { flexDirection: 'column', alignItems: 'stretch', gap: tokens.space.s },
  },
})
const rooms = [tokens.space.s, tokens.space.m, tokens.space.m, tokens.space.l, tokens.space.l]
export const bands = styleVariants(
  Object.fromEntries(colours.map((colour, place) => [place, { ...colour, room: rooms[place] ?? tokens.space.m }])),
  (colour) => [
    water,
    {
      background: `linear-gradient(${colour.from}, ${colour.to})`,
      color: colour.ink,
      paddingBlock: colour.room,
      vars: { [mark]: colour.mark, [onMark]: colour.onMark },
    },
  ],
)

/** On one line; on the narrowest phone it yields its room to the marks and may take two. */
export const label = style({
  flex: '1 0 auto',
  fontSize: tokens.type.s,
  '@container': {
    [container.narrow]: { flex: '1 1 0', minInlineSize: tokens.size.zone },
    [container.cramped]: { flex: 'none' },
  },
})

export const marks = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  flex: '0 1 auto',
  minInlineSize: 0,
  minBlockSize: tokens.size.mark,
  columnGap: tokens.space.s,
  // Together with a mark's own height this is a touch target, without overlapping another.
  rowGap: tokens.space.m,
})

const pill = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: tokens.size.mark,
  maxInlineSize: '100%',
  paddingBlock: tokens.space.xxs,
  paddingInline: tokens.space.m,
  borderRadius: tokens.radius.l,
  fontSize: tokens.type.s,
  lineHeight: tokens.leading.snug,
  overflowWrap: 'anywhere',
  // A name longer than the line is balanced over two, at the side where all marks end.
  textAlign: 'end',
  textWrap: 'balance',
  textDecoration: 'none',
  '@container': { [container.narrow]: { paddingInline: tokens.space.s } },
  selectors: { '&:focus-visible': { outlineColor: 'currentColor', outlineOffset: `calc(-1 * ${tokens.focus.width})` } },
})

export const marksOf = styleVariants({
  others: [pill, { background: mark, color: onMark }],
  own: [pill, { background: ownMark.mark, color: ownMark.onMark }],
})

/** A link or button among them: its touch target extends above and below its edge. */
export const pressable = style({
  cursor: 'pointer',
  fontWeight: tokens.weight.bold,
  '::after': {
    content: '',
    position: 'absolute',
    insetInline: 0,
    insetBlock: `calc((100% - ${tokens.size.target}) / 2)`,
  },
  '@media': { [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline' } } } },
})
