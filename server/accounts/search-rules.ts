import { foldName } from '#server/db/fold-name.ts'

/**
 * The minimum term length for which misspellings are allowed: shorter ones resemble nearly every
 * name.
 */
const FORGIVING_FROM = 3
/** The minimum term length at which a letter may be wrong, not only missing. */
const WRONG_LETTER_FROM = 4

/** The maximum folded term length: a single character may fold to eighteen (U+FDFA). */
const FOLDED_MAX = 64

/**
 * Returns the term folded like names, truncated to `FOLDED_MAX` characters: the pattern count grows
 * with its length.
 */
export const foldTerm = (term: string): string => toCharacters(foldName(term)).slice(0, FOLDED_MAX).join('')

/** Returns a text's characters as PostgreSQL counts them. */
export const toCharacters = (text: string): readonly string[] => Array.from(text)

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Returns the three-character pieces that every name containing the term has; for a short term the
 * term itself.
 */
export function toPieces(term: string): readonly string[] {
  const letters = toCharacters(term)
  if (letters.length <= 3) return [term]
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))]
}

/** Returns the characters that every name containing the term with gaps has. */
export const toDistinctCharacters = (term: string): readonly string[] => [...new Set(toCharacters(term))]

/**
 * Returns the LIKE pattern for names with all the term's characters in order, and any others
 * between them.
 */
export const toGapPattern = (letters: readonly string[]): string => `%${letters.map(escapeLike).join('%')}%`

/**
 * Returns the LIKE patterns for names that have the term's first character, and all but one of the
 * others in order: an extra character, a wrong one, or two transposed. Returns none for terms that
 * are too short.
 */
export function toOneWrongPatterns(term: string): readonly string[] {
  const [first = '', ...rest] = toCharacters(term)
  if (rest.length + 1 < WRONG_LETTER_FROM) return []
  return rest.map((_, left) => toGapPattern([first, ...rest.toSpliced(left, 1)]).slice(1))
}

/** Returns whether the term is long enough to search for similar names. */
export const isForgiving = (term: string): boolean => toCharacters(term).length >= FORGIVING_FROM

/** Returns the maximum similar name length: longer ones contain any few characters in order. */
export const maxSimilarLength = (term: string): number => toCharacters(term).length * 2
