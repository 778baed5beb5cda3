import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const strip = style({ padding: `${tokens.space.s} ${tokens.gutter}` })

/** Generated content, so that the hidden strip's text is not found beside the visible one's. */
export const says = style({ '::before': { content: 'attr(data-says)' } })
