import { style } from '@vanilla-extract/css'
import { inRow, plainLink } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { container, tokens } from '#src/ui/tokens.css.ts'

export const heading = style({ paddingBlock: `${tokens.space.l} ${tokens.space.xs}` })

/** With large text the buttons wrap below the names. */
export const row = style({
  containerType: 'inline-size',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const track = style({
  flex: `1 1 calc(${tokens.size.sleeveS} + ${tokens.size.name})`,
  minInlineSize: 0,
  ...inRow('m'),
  ...plainLink,
})

export const buttons = style({ display: 'flex', alignItems: 'center', flex: 'none' })

export const words = style({ flex: 1, minInlineSize: 0 })

/** One line; two on the narrowest phone, where three buttons leave few letters. */
export const title = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 1,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  '@container': { [container.narrow]: { WebkitLineClamp: 2 } },
})

export const time = style({ ...inRow('xs'), color: theme.text.quiet, fontSize: tokens.type.s })
