import { isUtf8 } from 'node:buffer'

/** The encodings of text that can be distinguished from others; `utf-8` of a text with broken lines. */
export type TextEncoding = 'utf-8' | 'windows-1252' | 'windows-1251' | 'koi8-r' | 'shift_jis' | 'euc-jp'

const NEWLINE = 10
/** Latin text in a wrong encoding has more odd characters than this share of the others. */
const ODD_MAX = 0.1
/** The share of the ten most frequent letters among Cyrillic ones: about 0.6, in wrong text below 0.4. */
const FREQUENT_MIN = 0.5
const CASE_MIN = 0.9
const KANA_MIN = 0.2
const HALF_WIDTH_MAX = 0.1

const decoders = new Map<TextEncoding, TextDecoder>()

/** Returns the text, or undefined if the bytes are invalid in the encoding. */
export function decodeAs(encoding: TextEncoding, bytes: Buffer): string | undefined {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true })
  decoders.set(encoding, decoder)
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Returns the encoding of a text with lines that are not UTF-8; undefined if none fits. Cautious:
 * text that may be of another encoding has none. Czech and Turkish text is not distinguished from
 * Windows-1252. Time is linear in the text.
 */
export function detectEncoding(sample: Buffer): TextEncoding | undefined {
  const lines = listLines(sample)
  const broken = lines.filter((line) => !isUtf8(line))
  const others = lines.filter((line) => isUtf8(line) && line.some((byte) => byte > 127))
  if (others.length > broken.length) return 'utf-8'
  const bytes = Buffer.concat(broken.flatMap((line) => [line, Buffer.from('\n')]))
  if (isLatin(bytes)) return 'windows-1252'
  const fits = (isPlausible: (text: string) => boolean) => (encoding: TextEncoding) => {
    const text = decodeAs(encoding, bytes)
    return text !== undefined && isPlausible(text)
  }
  return (
    (['shift_jis', 'euc-jp'] as const).find(fits(isJapanese)) ??
    (['windows-1251', 'koi8-r'] as const).find(fits(isCyrillic))
  )
}

/** Returns whether more than a fifth of the lines are in no encoding that is known. */
export function isUndecodable(sample: Buffer): boolean {
  const lines = listLines(sample)
  const broken = lines.filter((line) => !isUtf8(line)).length
  return broken > lines.length / 5 && detectEncoding(sample) === undefined
}

/** Returns the lines of a text. The last one may be cut within a character: it counts only alone. */
function listLines(sample: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let end = sample.indexOf(NEWLINE); end !== -1; end = sample.indexOf(NEWLINE, start)) {
    lines.push(sample.subarray(start, end))
    start = end + 1
  }
  return lines.length === 0 ? [sample] : lines
}

/**
 * Characters that Latin names do not have: controls in place of undefined bytes, and signs within
 * words; `ƒ` and `‚` begin the kana of Shift-JIS.
 */
const ODD_CHARACTERS = /[\u0080-\u009fƒ‚†‡ˆ‰]|(?<=\p{L})[¡¢£¤¥¦§¨©¬®¯±³µ¶¸¹¼½¾¿](?=\p{L})/gu
const LETTERS_BEYOND_ASCII = /[ªµºÀ-ÖØ-öø-ÿŒœŠšŸŽž]+/g
const BEYOND_ASCII = /[^\0-\x7f]+/g

/** Returns whether bytes are plausible as Windows-1252: its letters beyond ASCII rarely follow each other. */
function isLatin(bytes: Buffer): boolean {
  const text = decodeAs('windows-1252', bytes) ?? ''
  const runs = text.match(BEYOND_ASCII)?.length ?? 0
  const odd = text.match(ODD_CHARACTERS)?.length ?? 0
  const long = (text.match(LETTERS_BEYOND_ASCII) ?? []).reduce((sum, run) => sum + toOddity(run), 0)
  return odd + long <= runs * ODD_MAX
}

/** `ää` is Finnish, `üß` German, `Þú` Icelandic; three letters are in another alphabet. */
function toOddity(run: string): number {
  if (run.length > 2) return 1
  return run.length < 2 || run[0] === run[1] || run.includes('ß') ? 0 : 0.25
}

/** Returns whether the case of words, and the frequency of letters, are those of Cyrillic text. */
function isCyrillic(text: string): boolean {
  const words = text.match(/[^\0-\x7f]+/g) ?? []
  const cased = words.filter((word) => /^(?:\p{Lu}?[\p{Ll}]*|\p{Lu}+)[«»—–…№’]*$/u.test(word.replace(/^[«—–…№]+/, '')))
  const letters = text.toLowerCase().match(/[Ѐ-ӿ]/g) ?? []
  const frequent = letters.filter((letter) => 'оеаинтрсвлі'.includes(letter))
  return (
    letters.length > 2 && cased.length >= words.length * CASE_MIN && frequent.length >= letters.length * FREQUENT_MIN
  )
}

/** Returns whether a fifth of the characters beyond ASCII are kana, and few are of half width. */
function isJapanese(text: string): boolean {
  const all = (text.match(/[^\0-\x7f]/gu) ?? []).length
  const kana = (text.match(/[ぁ-ヿ]/g) ?? []).length
  const halfWidth = (text.match(/[｡-ﾟ]/g) ?? []).length
  const unassigned = (text.match(/[\ue000-\uf8ff\u0080-\u009f]/g) ?? []).length
  return kana > 0 && kana >= all * KANA_MIN && halfWidth <= all * HALF_WIDTH_MAX && unassigned === 0
}
