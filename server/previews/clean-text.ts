// Controls, line and paragraph separators, and characters that change the direction of text around
// them. Joiners stay: emoji and some scripts need them.
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many code units are read from a text, per character of the limit. */
const UNITS_PER_CHARACTER = 8

/**
 * Returns a text in one line, without control characters, with at most `max` characters as readers
 * count them; a longer one ends with an ellipsis.
 */
export function cleanText(text: string, max: number): string {
  const read = text.slice(0, max * UNITS_PER_CHARACTER).toWellFormed()
  const line = read.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  if (line.length <= max && text.length <= max * UNITS_PER_CHARACTER) return line
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment)
  if (characters.length <= max && text.length <= max * UNITS_PER_CHARACTER) return line
  // A character with hundreds of marks is one grapheme: the code units are limited too.
  return `${characters
    .slice(0, max - 1)
    .join('')
    .slice(0, max * 2)
    .toWellFormed()
    .trimEnd()}…`
}
