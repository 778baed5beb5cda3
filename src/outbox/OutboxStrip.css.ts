import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const strip = style({ padding: `${tokens.space.s} ${tokens.gutter}` })

/** Words that are seen and yet no text: the hidden strip's must not be found beside the shown one's. */
export const says = style({ '::before': { content: 'attr(data-says)' } })
