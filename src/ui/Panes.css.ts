import { style, styleVariants } from '@vanilla-extract/css'
import { media, tokens } from './tokens.css.ts'

const panes = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0 })

/** One after the other; side by side on a wide window. */
const arrange = (gridTemplate: string) =>
  style([panes, { '@media': { [media.beside]: { display: 'grid', gridTemplate, columnGap: tokens.space.xxl } } }])

/**
 * `end`: the side is where other screens have an aside; `after`: the same without a lead. `start`: a
 * narrow one, such as filters. `alone`: the column, for a side without a rest.
 */
export const at = {
  end: arrange(`'lead side' auto 'rest side' 1fr / minmax(0, ${tokens.size.column}) minmax(${tokens.size.aside}, 1fr)`),
  after: arrange(`'rest side' / minmax(0, ${tokens.size.column}) minmax(${tokens.size.aside}, 1fr)`),
  alone: arrange(`'side' / minmax(0, ${tokens.size.column})`),
  start: arrange(`'side rest' / ${tokens.size.filters} minmax(0, 1fr)`),
}

export const gap = styleVariants(tokens.space, (value) => ({ rowGap: value }))

const area = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0, ':empty': { display: 'none' } })
export const lead = style([area, { gridArea: 'lead' }])
export const rest = style([area, { gridArea: 'rest' }])
export const side = style([area, { gridArea: 'side', '@media': { [media.beside]: { alignSelf: 'start' } } }])

const belowHeader = `calc(${tokens.size.header} + ${tokens.space.l})`

/** For the rings of focus, which a box that scrolls would cut. */
const room = tokens.space.s

/** Stays in view while the rest scrolls, below the screen's header. */
export const sticky = style({
  '@media': {
    [media.beside]: {
      position: 'sticky',
      insetBlockStart: `calc(${belowHeader} - ${room})`,
      maxBlockSize: `calc(100dvb - ${belowHeader} - ${tokens.space.l} + 2 * ${room})`,
      margin: `calc(-1 * ${room})`,
      padding: room,
      overflowY: 'auto',
    },
  },
})
