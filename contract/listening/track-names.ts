/** Artist, title and album names, for every way in: endpoints, files, services and players. */
import * as v from 'valibot'
import { TextParam } from '../wire.ts'

/** The longest artist, title or album, in UTF-16 units after folding (NFKC). */
export const TRACK_NAME_MAX = 500

/** A longer text is no name in any form: a letter has rarely more than one mark. */
const SENT_MAX = 2 * TRACK_NAME_MAX

/** Printable ASCII with single spaces, as most names are: nothing has to be changed. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

const LONE_SURROGATES = /[\uD800-\uDFFF]/gu
/** Unicode allows 30 marks in a row (annex 15); normalizing more takes quadratic time. */
const MANY_MARKS = /(^|\P{Mark})(\p{Mark}{30})\p{Mark}+/gu

/**
 * Returns a name as it is stored: well-formed, without NUL, which PostgreSQL cannot store, in NFC,
 * with single spaces and none at its ends. Reads only the beginning if a text is too long. Names
 * that fold to the same key still do.
 */
export function normalizeName(text: string): string {
  const sent = text.trim()
  if (sent.length <= SENT_MAX && PLAIN.test(sent)) return sent
  return sent
    .slice(0, SENT_MAX)
    .replaceAll('\0', '')
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(MANY_MARKS, '$1$2')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns a name as {@link normalizeName} does; undefined for a text that is too long. */
export function parseName(text: string): string | undefined {
  const sent = text.trim()
  if (sent.length > SENT_MAX) return undefined
  const name = normalizeName(sent)
  return isLongerFolded(name, TRACK_NAME_MAX) ? undefined : name
}

/** Folding turns one character into at most eighteen (Unicode, annex 15). */
const FOLDED_MAX = 18

/** Returns whether a name has more than `max` UTF-16 units after folding. */
export function isLongerFolded(name: string, max: number): boolean {
  if (name.length * FOLDED_MAX <= max) return false
  if (PLAIN.test(name)) return name.length > max
  // The beginning first: a few letters that become many are enough.
  const beginning = name.slice(0, Math.ceil((4 * max) / FOLDED_MAX))
  return [beginning, name].some((part) => part.normalize('NFKC').length > max)
}

/** An ASCII letter or digit (fast), else anything but white space, control and ignorable characters. */
const VISIBLE = /[A-Za-z0-9]|[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Returns whether a name has visible characters: zero-width ones alone look empty. */
export const hasVisibleCharacters = (name: string): boolean => VISIBLE.test(name)

/** A name in a query string; empty: none. */
export const NameOrNone = v.pipe(
  TextParam,
  v.check((text) => parseName(text) !== undefined, `must be at most ${TRACK_NAME_MAX} characters`),
  v.transform(normalizeName),
  v.metadata({ jsonSchema: { type: 'string', maxLength: TRACK_NAME_MAX } }),
)

/** A name in a query string. The server rejects one without visible characters. */
export const WrittenName = v.pipe(
  NameOrNone,
  v.minLength(1, 'must not be empty'),
  v.metadata({ jsonSchema: { type: 'string', minLength: 1, maxLength: TRACK_NAME_MAX } }),
)
