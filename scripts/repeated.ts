import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Result, ROOT } from './runs.ts'

/**
 * The names that the last recorded run had to repeat. CONTRIBUTING.md describes how it is recorded.
 */
const RECORDED = join(ROOT, 'tests/repeated.txt')
const OUTPUT = join(ROOT, 'test-results/repeated.txt')

/** Returns the names in a list: one per line; lines that begin with `#` are comments. */
export const readNames = (text: string): string[] =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '' && !row.startsWith('#'))

/** Fails once per test that passed only when repeated in this run and in the recorded one. */
export function checkRepeated(repeated: readonly string[], recorded: readonly string[]): Result {
  const twice = repeated.filter((name) => recorded.includes(name))
  const counts = {
    name: 'repeated tests',
    passed: twice.length === 0 ? 1 : 0,
    failed: twice.length,
    skipped: 0,
    seconds: 0,
  }
  return twice.length === 0 ? counts : { ...counts, reason: `repeated in two runs in a row: ${twice.join('; ')}` }
}

/**
 * Writes the names that this run had to repeat to `test-results/repeated.txt` and compares them
 * with `tests/repeated.txt`.
 */
export function recordRepeated(results: readonly Result[]): Result {
  const names = results.flatMap(({ repeated = [] }) => repeated)
  mkdirSync(dirname(OUTPUT), { recursive: true })
  writeFileSync(OUTPUT, names.map((name) => `${name}\n`).join(''))
  return checkRepeated(names, readNames(readFileSync(RECORDED, 'utf8')))
}
