import { style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

/**
 * For what is written in the display font. `data-font` is set once the font costs the first view nothing: by the boot
 * script, or after the first view. By class, since a variable that changes has the whole page's styles made anew.
 */
export const displayFont = style({ selectors: { ':root[data-font] &': { fontFamily: tokens.font.display } } })
