/** UTF-16 units. A family of four has 11, the Welsh flag 14. */
export const EMOJI_MAX = 32

/** Emoji code points: also modifiers, keycaps and flag letters. */
const OF_EMOJI = /^(?:\p{Emoji}|\p{Emoji_Modifier}|\p{RI}|\u{fe0f}|\u{200d}|\u{20e3}|[\u{e0020}-\u{e007f}])+$/u
/** Digits are emoji by Unicode: these make a text a picture. */
const HAS_PICTURE = /\p{Extended_Pictographic}|\p{RI}{2}|\u{20e3}/u

/** Returns whether a text is exactly one emoji, as a reaction must be. */
export function isOneEmoji(text: string): boolean {
  if (text.length > EMOJI_MAX || !OF_EMOJI.test(text) || !HAS_PICTURE.test(text)) return false
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1
}
