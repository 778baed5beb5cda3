import { nameSkeleton } from '#server/db/name-skeleton.ts'

/*
 * Names that suggest the server's operator, or a deleted member. They are compared folded: without accents, and with
 * look-alikes, digits and signs as the letters that they resemble.
 */

/** Words that name an operator beside any other words: "Site Admin Anna". */
const TITLES = (
  'admin admins sysadmin sysadmins administrator administrators administration moderator moderators moderation ' +
  'support staff helpdesk superuser webmaster postmaster hostmaster noreply customerservice ' +
  'administrador administrateur moderador moderateur soporte админ администратор администрация модератор поддержка ' +
  'адмін адміністратор διαχειριστής verwaltung 管理员 管理員 管理者 管理人 관리자 운영자'
).split(' ')
/** Words that name an operator alone, or with modifiers only: "The Mods", not "Mod Sun". */
const ROLES = 'system mod mods official security help root owner operator abuse'.split(' ')
const MODIFIERS =
  'the team account desk service services center centre real site app bot our your chat info customer global'.split(' ')
/** Modifiers that count only as separate words: glued to a role they make other words, "Moda". */
const SHORT_MODIFIERS = (
  'a hq us uk eu de at ch fr es it nl be pl se no dk fi pt gr cz ro hu ie ca au nz jp kr cn in br mx za tr ua ' +
  'emea apac usa europe america asia africa germany france spain italy poland india international'
).split(' ')
/** In any name: the brand, and what names of deleted members begin with. */
const RESERVED_WORDS = ['flipside', 'deletedmember']

/** Returns a table from pairs of a character and the letter that it resembles. */
const toTable = (pairs: string): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.split(' ').map((pair) => Array.from(pair)))

/** Digits and signs used as letters: `4dm1n`, `$upport`. */
const LEET = toTable('0o 1i !i ¡i |l 3e 4a @a 5s $s 7t')

/** Letters with a stroke that Unicode does not treat as an accent. */
const STROKED = toTable('øo đd ðd ħh łl ŧt ɓb ƥp ⱥa ɇe ɨi ɵo ʉu ɍr ƀb ⱦt')

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Small capitals in the order of the alphabet; there are none of `x`, and none of `q` in most fonts. */
const SMALL_CAPITALS = Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ')
/** The first of 26 letters in filled circles and squares, and of the regional indicators, which NFKC leaves. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]

/** Capitals that are drawn as others: small, in circles and squares, and upside down (`ʍ`). */
const SHAPED = new Map<string, string>([
  ['ʍ', 'm'],
  ...Array.from(LETTERS, (letter, place): [string, string] => [SMALL_CAPITALS[place] ?? letter, letter]),
  ...ENCLOSED.flatMap((first) =>
    Array.from(LETTERS, (letter, place): [string, string] => [String.fromCodePoint(first + place), letter]),
  ),
])
const replaceShaped = (text: string) => Array.from(text, (character) => SHAPED.get(character) ?? character).join('')

/** Returns a text's folded letters. `i` and `l` are one letter, since `I` looks like `l`. */
function foldLetters(text: string): string {
  const plain = nameSkeleton(text)
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
  return Array.from(plain, (letter) => STROKED[letter] ?? letter)
    .join('')
    .replaceAll('i', 'l')
}

/**
 * The minimum length of a word with repeatable letters: "Adminn". Short words would match others:
 * "Mood".
 */
const REPEATABLE_LENGTH = 5
const toPattern = (word: string): string => {
  const letters = foldLetters(word)
  return word.length < REPEATABLE_LENGTH ? letters : letters.replaceAll(/(.)(?!\1)/gu, '$1+')
}
const toAny = (words: readonly string[]): string => `(?:${words.map(toPattern).join('|')})`

const title = toAny(TITLES)
const anyRole = toAny([...TITLES, ...ROLES])
const modifier = toAny(MODIFIERS)
const IS_TITLE = new RegExp(`^${title}$`, 'u')
/** A role, also glued to modifiers: `adminteam`. */
const IS_ROLE = new RegExp(`^${modifier}*${anyRole}(?:${modifier}|${anyRole})*$`, 'u')
const IS_MODIFIER = new RegExp(`^${toAny([...MODIFIERS, ...SHORT_MODIFIERS])}$`, 'u')
/** Long titles and reserved words also within a word: no other word contains them. */
const CONTAINED = new RegExp(toAny([...RESERVED_WORDS, ...TITLES.filter((word) => word.length > 7)]), 'u')

export function isOperatorName(name: string): boolean {
  const shown = replaceShaped(name.normalize('NFKC'))
  const spelled = (text: string) => Array.from(text, (character) => LEET[character] ?? character).join('')
  return [shown, spelled(shown), spelled(shown.replace(/[\d!@$]+$/u, ''))]
    .flatMap((text) => [text, text.replaceAll(/cl/gi, 'd')])
    .some(isOperatorText)
}

function isOperatorText(text: string): boolean {
  const words = text
    .replaceAll(/(\p{Ll}\p{M}*)(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldLetters)
    .filter((word) => word !== '')
  const letters = words.join('')
  if (CONTAINED.test(letters) || IS_ROLE.test(letters) || words.some((word) => IS_TITLE.test(word))) return true
  return words.some((word) => IS_ROLE.test(word)) && words.every((word) => IS_ROLE.test(word) || IS_MODIFIER.test(word))
}
