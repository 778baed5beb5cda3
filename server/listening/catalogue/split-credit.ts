import { nameKey } from './name-key.ts'

/*
 * Splits a credit, such as `Ada & Bo feat. Cleo`, into its artists. Pure functions: the evidence
 * about the artists is passed in. docs/identity.md has the rules.
 */

/** An artist in a credit, and the text between it and the next one, as sent. */
export interface CreditPart {
  readonly name: string
  readonly joiner: string
}

interface SplitCredit {
  readonly parts: readonly CreditPart[]
  /** Whether a separator also occurs in names: `&`, `,`. */
  readonly isWeak: boolean
}

/** Longer credits, and those with more artists, stay one name. */
const CREDIT_MAX_LENGTH = 1000
const PARTS_MAX = 20

/** These separate artists only. */
const STRONG = String.raw` ?; ?| • | [([]?(?:feat|ft)\. ?| [([]?(?:feat|ft|featuring) `
/** These also occur in names: `Earth, Wind & Fire`. */
const WEAK = String.raw` ?, | (?:&|x|with|vs\.?) `
const SEPARATOR = new RegExp(`${STRONG}|${WEAK}`, 'gi')
const IS_STRONG = new RegExp(`^(?:${STRONG})$`, 'i')
/** What may be between the names in a list: a separator, another sign, or `and`. */
const IS_JOINER = new RegExp(String.raw`^(?:${STRONG}|${WEAK}| and |[^\p{Letter}\p{Number}]{1,5})$`, 'iu')
const CLOSING = /^[)\]]?$/

export const looksLikeCredit = (name: string): boolean => name.length <= CREDIT_MAX_LENGTH && name.search(SEPARATOR) > 0

/** Returns the names between all separators, without empty ones; undefined if there is only one, or too many. */
function toTokens(credit: string): CreditPart[] | undefined {
  if (!looksLikeCredit(credit)) return undefined
  const tokens: CreditPart[] = []
  let start = 0
  for (const { 0: joiner, index } of credit.matchAll(SEPARATOR)) {
    tokens.push({ name: credit.slice(start, index), joiner })
    start = index + joiner.length
    if (tokens.length >= PARTS_MAX) return undefined
  }
  tokens.push({ name: credit.slice(start), joiner: '' })
  const closed = tokens.map(closeBracket)
  return closed.some(({ name }) => name.trim() === '') ? undefined : closed
}

/** Moves the end of a bracket that a separator opens from the name into the joiner after it. */
function closeBracket(token: CreditPart, place: number, tokens: readonly CreditPart[]): CreditPart {
  const [opening] =
    /[([]/.exec(tokens.slice(0, place).findLast(({ joiner }) => /[([]/.test(joiner))?.joiner ?? '') ?? []
  const closing = opening === '(' ? ')' : ']'
  if (opening === undefined || !token.name.endsWith(closing) || token.name.includes(opening)) return token
  return { name: token.name.slice(0, -1), joiner: closing + token.joiner }
}

/** Returns the text in adjacent parts. */
const join = (parts: readonly CreditPart[]): string =>
  parts.map(({ name, joiner }, place) => (place === parts.length - 1 ? name : name + joiner)).join('')

const isStrong = ({ joiner }: CreditPart): boolean => IS_STRONG.test(joiner.replace(/^[)\]]/, ''))

/**
 * Returns all names that may be artists in a credit: adjacent names with the separators between
 * them too, since `Earth, Wind & Fire feat. Ada` has two artists.
 */
export function listPossibleArtists(credit: string): readonly string[] {
  const tokens = toTokens(credit) ?? []
  return [
    ...new Set(
      tokens.flatMap((_, from) =>
        tokens
          .slice(from)
          .flatMap((__, length) => (length + 1 < tokens.length ? [join(tokens.slice(from, from + length + 1))] : [])),
      ),
    ),
  ]
}

/**
 * Returns the fewest artists that a credit can be split into, so that each is known. A name beside
 * a separator that also occurs in names needs more evidence: `isWeak`.
 */
export function splitByKnown(
  credit: string,
  isKnown: (name: string, isWeak: boolean) => boolean,
): readonly CreditPart[] | undefined {
  const tokens = toTokens(credit)
  if (tokens === undefined) return undefined
  const isWeakAt = (place: number) => place > 0 && place < tokens.length && !isStrong(tokens[place - 1] ?? EMPTY)
  // The fewest artists for all names from a place on.
  const best: (readonly CreditPart[] | undefined)[] = [...tokens.map(() => undefined), []]
  for (let from = tokens.length - 1; from >= 0; from--)
    for (let until = from + 1; until <= tokens.length; until++) {
      const run = tokens.slice(from, until)
      const rest = best[until]
      if (rest === undefined || run.length === tokens.length || run.slice(0, -1).some(isStrong)) continue
      if (rest.length + 1 >= (best[from]?.length ?? Number.POSITIVE_INFINITY)) continue
      const name = join(run)
      if (isKnown(name, isWeakAt(from) || isWeakAt(until)))
        best[from] = [{ name, joiner: run.at(-1)?.joiner ?? '' }, ...rest]
    }
  return areDistinct(best[0])
}

const EMPTY: CreditPart = { name: '', joiner: '' }

/**
 * Returns the artists of a credit by the names that were sent with it, or by their number.
 * Undefined if the credit has other parts.
 */
export function splitBySent(credit: string, sent: readonly string[] | number): SplitCredit | undefined {
  const parts = typeof sent === 'number' ? toTokens(credit) : findNames(credit, sent)
  if (parts === undefined || (typeof sent === 'number' && parts.length !== sent)) return undefined
  const distinct = areDistinct(parts)
  return distinct && { parts: distinct, isWeak: !distinct.slice(0, -1).every(isStrong) }
}

function findNames(credit: string, names: readonly string[]): readonly CreditPart[] | undefined {
  if (credit.length > CREDIT_MAX_LENGTH || names.length < 2 || names.length > PARTS_MAX) return undefined
  const parts: CreditPart[] = []
  let start = 0
  for (const [place, name] of names.entries()) {
    const following = names[place + 1]
    const end = start + name.length
    if (name.trim() === '' || !credit.startsWith(name, start)) return undefined
    const next = following === undefined ? credit.length : credit.indexOf(following, end + 1)
    const joiner = credit.slice(end, next)
    if (next < 0 || !(following === undefined ? CLOSING : IS_JOINER).test(joiner)) return undefined
    parts.push({ name, joiner })
    start = next
  }
  return parts
}

/** Returns the parts, undefined for fewer than two or if an artist is named twice. */
const areDistinct = (parts: readonly CreditPart[] | undefined): readonly CreditPart[] | undefined =>
  parts !== undefined && parts.length > 1 && new Set(parts.map(({ name }) => nameKey(name))).size === parts.length
    ? parts
    : undefined
