import { style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

/**
 * Applies the display font. `data-font` is set by the boot script if the font is cached, otherwise
 * after the first paint. A class is used because changing a custom property recalculates the styles
 * of the whole page.
 */
export const displayFont = style({ selectors: { ':root[data-font] &': { fontFamily: tokens.font.display } } })

/** For text that would take another number of lines in the display font, which loads later. */
export const bodyFont = style({ fontFamily: tokens.font.body })
