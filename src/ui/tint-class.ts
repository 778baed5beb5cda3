import { sleevePalettes } from '#contract/art/colours.ts'
import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { classNames } from './class-names.ts'
import * as css from './Tint.css.ts'

/** Returns the classes for a ground in the colours of a track's sleeve. */
export const tintClass = (artist: string, title: string): string =>
  classNames(css.tinted, css.tint[sleevePalettes.indexOf(sleeveArt(artist, title).colours)])
