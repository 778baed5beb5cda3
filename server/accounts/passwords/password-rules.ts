import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '#server/db/fold-name.ts'
import { Refusal } from '#server/http/refusal.ts'

const SHORTEST = 8
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
  const problem = findProblem(password.normalize('NFKC'), name)
  if (problem !== undefined) throw new Refusal(400, problem)
}

function findProblem(password: string, name: string): string | undefined {
  if (Array.from(password).length < SHORTEST) return `Your password needs at least ${SHORTEST} characters.`
  const spellings = [password.toLowerCase(), removeEnding(password.toLowerCase())]
  if (spellings.includes(foldName(name))) return "Your password can't be your username. Choose another one."
  if (
    spellings.some((spelling) => spelling === PRODUCT || commonPasswords().has(spelling)) ||
    isOneCharacter(password)
  ) {
    return 'This password is one of the most common. Choose another one.'
  }
  return undefined
}

const ENDING = new RegExp(`[^\\p{L}]{1,${MAX_ENDING}}$`, 'u')
const removeEnding = (password: string) => password.replace(ENDING, '')

const isOneCharacter = (password: string) => new Set(password).size === 1
