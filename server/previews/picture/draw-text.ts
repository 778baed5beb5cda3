import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { escapeMarkup } from '#server/http/escape-markup.ts'

/**
 * The fonts beside this file, and no system font: pictures look the same on every machine.
 * fontconfig, inside sharp, reads this variable when the first text is drawn.
 */
// oxlint-disable-next-line node/no-process-env -- set for a library, never read
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('fonts/fonts.conf', import.meta.url))

/**
 * Scripts with glyphs in the fonts. A text without a letter or number in them is not drawn, rather
 * than as boxes.
 */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]$/u
/** Emoji and other symbols beyond the Basic Multilingual Plane, flags and their joiners. */
const SYMBOLS =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Variation_Selector}\u{e0000}-\u{e0fff}\p{Co}\p{Cn}]\u200d?/gu
const LETTER = /[\p{L}\p{N}]/u

/**
 * Returns the part of a text that the fonts have glyphs for; empty if no letter or number remains.
 */
export function toDrawable(text: string): string {
  const drawable = Array.from(text.replace(SYMBOLS, ''), (character) => (DRAWN.test(character) ? character : ''))
  const line = drawable.join('').replace(/\s+/g, ' ').trim()
  return LETTER.test(line) ? line : ''
}

interface TextStyle {
  /** In px. */
  readonly size: number
  readonly colour: string
  /** Lines are wrapped at this width, and the text is made smaller to fit into it. */
  readonly width: number
  readonly height: number
}

interface DrawnText {
  readonly input: Buffer
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 4 }
}

/** Draws a text, shaped and in its script's direction. Undefined if nothing can be drawn. */
export async function drawText(
  text: string,
  { size, colour, width, height }: TextStyle,
): Promise<DrawnText | undefined> {
  const drawable = toDrawable(text)
  if (drawable === '') return undefined
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(drawable)}</span>`,
      font: `Bricolage Grotesque, DejaVu Sans, Droid Sans Fallback, NanumSquare Bold ${size}`,
      width,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
    },
  })
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } }
}
