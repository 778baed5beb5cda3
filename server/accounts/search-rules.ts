import { foldName } from '#server/db/fold-name.ts'

/** The shortest term that may be misspelt: in shorter ones nearly every name is near. */
const FORGIVING_FROM = 3
/** The shortest term in which one letter may be wrong, not only missing. */
const WRONG_LETTER_FROM = 4

/** The longest term that is searched for, as names are compared: a single character may fold to eighteen (U+FDFA). */
export const FOLDED_MAX = 64

/** A term as names are compared, cut off at `FOLDED_MAX` characters: the number of patterns grows with its length. */
export const foldTerm = (term: string): string => charactersOf(foldName(term)).slice(0, FOLDED_MAX).join('')

/** The letters of a text as PostgreSQL counts them. */
export const charactersOf = (text: string): readonly string[] => Array.from(text)

/** A pattern of LIKE that finds the text itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pieces of three letters that a name must have to contain the term; of a short term the term itself. */
export function piecesOf(term: string): readonly string[] {
  const letters = charactersOf(term)
  if (letters.length <= 3) return [term]
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))]
}

/** The letters that a name must have to contain the term with gaps. */
export const lettersOf = (term: string): readonly string[] => [...new Set(charactersOf(term))]

/** The pattern of names that have all letters of the term in their order, with others between. */
export const withGaps = (letters: readonly string[]): string => `%${letters.map(literally).join('%')}%`

/**
 * The patterns of names that have the term's first letter, and its other letters in their order but for one: a letter too many,
 * a wrong one, or two that changed places. None for terms that are too short to tell.
 */
export function oneWrong(term: string): readonly string[] {
  const [first = '', ...rest] = charactersOf(term)
  if (rest.length + 1 < WRONG_LETTER_FROM) return []
  return rest.map((_, left) => withGaps([first, ...rest.toSpliced(left, 1)]).slice(1))
}

/** Whether the term is long enough to look for names that it nearly is. */
export const isForgiving = (term: string): boolean => charactersOf(term).length >= FORGIVING_FROM

/** The longest name that a term nearly is: beyond it any few letters stand somewhere in their order. */
export const longestNear = (term: string): number => charactersOf(term).length * 2
