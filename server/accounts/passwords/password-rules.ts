import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPasswordTooShort, PASSWORD_TOO_SHORT } from '#contract/accounts/session.ts'
import { foldName } from '#server/db/fold-name.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * A common password followed by at most this many digits or signs is also rejected: `dragon2024!`.
 */
const MAX_ENDING = 6
const PRODUCT = 'flipside'

let common: ReadonlySet<string> | undefined
/**
 * Returns 3,000 passwords and the words in them, folded, one a line. The file is read at the first
 * sign-up and cached.
 */
const commonPasswords = (): ReadonlySet<string> =>
  (common ??= new Set(readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')))

/**
 * Throws a Refusal 400 unless `password` is valid for the member called `name`: at least 8
 * characters, not among the most common passwords, not the name or the product's (decision 38).
 * Existing passwords are not checked.
 */
export function checkNewPassword(password: string, name: string): void {
  const problems = findPasswordProblems(password, name)
  if (problems.length > 0) throw new Refusal(400, problems.join(' '))
}

/** Returns the sentences about all rules that a new password breaks. */
export function findPasswordProblems(written: string, name: string): readonly string[] {
  const password = written.normalize('NFKC')
  const spellings = [password.toLowerCase(), removeEnding(password.toLowerCase())]
  const problems = isPasswordTooShort(password) ? [PASSWORD_TOO_SHORT] : []
  if (spellings.includes(foldName(name)))
    return [...problems, "Your password can't be your username. Choose another one."]
  const isCommon = spellings.some((spelling) => spelling === PRODUCT || commonPasswords().has(spelling))
  return isCommon || isOneCharacter(password)
    ? [...problems, 'This password is one of the most common. Choose another one.']
    : problems
}

const ENDING = new RegExp(`[^\\p{L}]{1,${MAX_ENDING}}$`, 'u')
const removeEnding = (password: string) => password.replace(ENDING, '')

const isOneCharacter = (password: string) => new Set(password).size === 1
