import { foldName } from '#server/db/fold-name.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isOperatorName } from './operator-names.ts'

const SHORTEST = 2
/**
 * Invalid characters: invisible ones and those with a meaning in a path (control and format
 * characters, unusual spaces, slashes, `?`, `#`, `%`, stacked accents). Last.fm names (letters,
 * digits, `_`, `-`) and ListenBrainz names (nearly anything) are valid.
 */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}/\\?#%]|[^\P{Zs} ]| {2}|^\p{M}|\p{M}{4}/u

/** App paths, and words that programs print for a missing name. */
const RESERVED = new Set(
  [
    ['null', 'undefined', 'anonymous', 'everyone', 'you', 'me'],
    ['login', 'signup', 'logout', 'artist', 'exploration', 'friends', 'profile', 'followers', 'following', 'search'],
    ['broadcast-track', 'dm', 'friends-similar-taste', 'settings', 'outbox', 'reset', 'api', 'assets', 'sw.js'],
    ['track-swap', 'track-swap-entry', 'track-swap-confirmation', 'track-swap-results', 'track-swap-history'],
    ['track-swap-detail', 'track-swap-action', 'swap-points-results', '1', '2.0', '.', '..'],
  ].flat(),
)

/**
 * Throws a Refusal 400 unless `name` is valid for a new member. The caller has trimmed it and
 * removed a leading @.
 */
export function checkNewName(name: string): void {
  const problems = findNameProblems(name)
  if (problems.length > 0) throw new Refusal(400, problems.join(' '))
}

/** Returns the sentences about all rules that a new member's name breaks. */
export function findNameProblems(name: string): readonly string[] {
  const rules: readonly (readonly [isBroken: boolean, sentence: string])[] = [
    [name.length < SHORTEST, `Your username needs at least ${SHORTEST} characters.`],
    [
      UNFIT.test(name) || name.startsWith('@'),
      'Your username can have letters, digits, punctuation and single spaces.',
    ],
    [/^\p{N}+$/u.test(name.normalize('NFKC')), 'Your username needs a letter: digits alone are not enough.'],
    [!usesOneScript(name), 'Your username mixes letters of different alphabets. Use one of them.'],
  ]
  const broken = rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
  return broken.length === 0 && isReserved(name) ? ['This username is reserved. Choose another one.'] : broken
}

/** Scripts that may be combined in a name: "highly restrictive" in UTS 39. */
const MIXES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map((scripts) => toPattern(scripts))
/**
 * Scripts that a name may be written in. A name in any other script (`Other`) must be entirely in
 * that script.
 */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Ethiopic Cherokee ' +
  'Canadian_Aboriginal Hangul Han Hiragana Katakana Bopomofo Tifinagh Nko Lisu Coptic Runic Ogham Gothic ' +
  'Glagolitic'
).split(' ')
const WHOLE = SCRIPTS.map((script) => toPattern([script]))

/**
 * Characters without their own script, such as digits, punctuation and accents, match every
 * pattern.
 */
function toPattern(scripts: readonly string[]): RegExp {
  const classes = ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
}

const usesOneScript = (name: string) => {
  const shown = name.normalize('NFKC')
  return [...WHOLE, ...MIXES].some((pattern) => pattern.test(shown))
}

/** Returns whether a name resembles the operator's or a deleted member's, or is an app path. */
const isReserved = (name: string): boolean => RESERVED.has(foldName(name)) || isOperatorName(name)
