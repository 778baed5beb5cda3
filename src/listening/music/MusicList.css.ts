import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { container, tokens } from '#src/ui/tokens.css.ts'
import { link } from './MusicLink.css.ts'

export const list = style({ display: 'grid', gap: tokens.space.xxs })

const line = style({
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  gap: tokens.space.s,
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})
export const row = styleVariants({
  placed: [
    line,
    {
      gridTemplateColumns: `${tokens.size.place} auto minmax(0, 1fr) auto`,
      // With large text the names go below the place and the sleeve.
      '@container': { [container.tight]: { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
    },
  ],
  plain: [line, { gridTemplateColumns: 'auto minmax(0, 1fr) auto' }],
})

export const place = style({ display: 'grid', justifyItems: 'start' })
/** The row link, which is hit anywhere in it. */
export const name = style([link, { selectors: { '&::after': { content: '""', position: 'absolute', inset: 0 } } }])
/** A link above that of the row. */
export const above = style({ position: 'relative', justifySelf: 'start' })

export const names = style({ display: 'grid', minInlineSize: 0 })
export const detail = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'end',
  gap: tokens.space.s,
  textAlign: 'end',
})
