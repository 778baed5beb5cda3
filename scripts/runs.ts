import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { ALL_SEEDS } from '#tests/support/seeds.ts'
import { type Counts, playwrightCounts, vitestCounts } from './test-reports.ts'

export const ROOT = resolve(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules/.bin')

/** One step's result. Steps that are no test runner count as one test. */
export interface Result extends Counts {
  readonly name: string
  readonly seconds: number
  /** The reason for a failure without a failed test. */
  readonly reason?: string
}

export interface Step {
  readonly name: string
  /** A program in node_modules/.bin or PATH, and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Reads the counts from a test runner's report; without it the exit code alone counts. */
  readonly counts?: () => Promise<Counts>
  /** Output is shown when done instead of while running: for steps in parallel. */
  readonly isQuiet?: boolean
}

/**
 * Returns a step's result. A failing exit code, or a runner without any test, is a failure even
 * without a failed test.
 */
export function toResult(name: string, code: number, counts: Counts | Error, seconds: number): Result {
  if (counts instanceof Error)
    return { name, passed: 0, failed: 1, skipped: 0, seconds, reason: `left no report: ${counts.message}` }
  if (counts.passed + counts.failed === 0) return { ...counts, name, failed: 1, seconds, reason: 'ran no tests' }
  if (code !== 0 && counts.failed === 0) return { ...counts, name, failed: 1, seconds, reason: `exit code ${code}` }
  return { ...counts, name, seconds }
}

function spawnStep({ command: [program, ...args], env, isQuiet }: Step): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}`, ...env },
      stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = (code: number, more = '') => done({ code, output: Buffer.concat(chunks).toString() + more })
    child.on('error', (error) => end(1, `${program}: ${error.message}`))
    child.on('close', (code) => end(code ?? 1))
  })
}

/** Runs one step to its end; never throws. */
export async function run(step: Step): Promise<Result> {
  const startedAt = performance.now()
  if (!step.isQuiet) console.log(`\n— ${step.name}`)
  const { code, output } = await spawnStep(step)
  const seconds = (performance.now() - startedAt) / 1000
  const byExitCode = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const counts = step.counts ? await step.counts().catch((error: unknown) => toError(error)) : byExitCode
  const result = toResult(step.name, code, counts, seconds)
  if (step.isQuiet) console.log(`\n— ${step.name}${result.failed > 0 ? `\n${output}` : ''}`)
  console.log(formatResult(result))
  return result
}

/** Runs steps in parallel, at most `width` at a time, and returns results in their order. */
export async function runAll(steps: readonly Step[], width: number): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...steps.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const formatResult = ({ name, passed, failed, skipped, seconds, reason }: Result): string =>
  `  ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''} (${seconds.toFixed(1)} s)${reason ? `: ${reason}` : ''}`

const folder = mkdtempSync(join(tmpdir(), 'flipside-reports-'))
const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** Returns a step that runs one project from vitest.config.ts. */
export function vitest(project: string, isQuiet = false): Step {
  const file = join(folder, `${project}.json`)
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name: `${project} tests`,
    command: ['vitest', 'run', '--project', project, ...report],
    counts: async () => vitestCounts(await readJson(file)),
    isQuiet,
  }
}

/** Returns a step that runs the server tests, but for the nightly ones. */
export function dailyServer(): Step {
  const step = vitest('server', true)
  return { ...step, command: [...step.command, `--tags-filter=!${NIGHTLY}`] }
}

/**
 * Returns a step that runs the server tests about the database on Debian's PostgreSQL,
 * which is older than the embedded one: queries, migrations, locks, jobs and idempotency.
 */
export function debianPostgres(isQuiet = false): Step {
  const file = join(folder, 'debian.json')
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const subjects = ['server/db', 'server/queue', 'server/http/idempotency', 'aggregate-batch']
  return {
    name: "server tests on Debian's PostgreSQL",
    command: ['vitest', 'run', '--project', 'server', ...subjects, ...report],
    env: { TEST_POSTGRES: 'debian' },
    counts: async () => vitestCounts(await readJson(file)),
    isQuiet,
  }
}

/** Returns a step that runs every server test on another database: see tests/support/postgres.ts. */
export function vitestOn(database: 'debian' | 'pgbouncer'): Step {
  const step = vitest('server')
  return {
    ...step,
    name: `${step.name} on ${database}`,
    env: { TEST_POSTGRES: database, TEST_ANALYZE: '1', [ALL_SEEDS]: '1' },
  }
}

/** The browser projects in `npm test`; tests/torture is the nightly one. */
const PROJECTS = ['demo', 'empty', 'spec-only'].map((name) => `--project=${name}`)

/** Returns a step that runs the browser tests, but for the nightly ones. */
export const playwright = (env: Readonly<Record<string, string>> = {}): Step =>
  playwrightStep('end-to-end tests', [...PROJECTS, '--grep-invert', NIGHTLY], env)

/** Returns a step that runs the nightly tests over many screens. */
export const nightlyScreens = (env: Readonly<Record<string, string>>): Step =>
  playwrightStep('nightly end-to-end tests', [...PROJECTS, '--grep', NIGHTLY], env)

/** Patterns of the files in tests/torture: all but the kills are faults. */
const TORTURE_FILES = {
  faults: String.raw`torture/(?!kill\b)[\w-]+\.spec\.ts`,
  kill: String.raw`torture/kill\.spec\.ts`,
} as const

/** Returns a step that runs tests/torture. `env` may have the run count and the seed. */
export const torture = (what: keyof typeof TORTURE_FILES, env: Readonly<Record<string, string>>): Step =>
  playwrightStep(`torture: ${what}`, ['--project=torture', TORTURE_FILES[what]], env)

/** Returns a step that runs every cell in the matrix of failing reads. */
export const matrix = (env: Readonly<Record<string, string>>): Step =>
  playwrightStep('matrix of failing reads', ['--project=demo', 'matrix.spec.ts'], { ...env, MATRIX: 'all' })

function playwrightStep(name: string, chosen: readonly string[], env: Readonly<Record<string, string>>): Step {
  const file = join(folder, 'playwright.json')
  return {
    name,
    command: ['playwright', 'test', ...chosen, '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    counts: async () => playwrightCounts(await readJson(file)),
  }
}

/** Prints a one-line summary for all results, and sets the exit code. */
export function printSummary(results: readonly Result[]): void {
  const sumOf = (count: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[count], 0)
  console.log(`\n${results.map(formatResult).join('\n')}`)
  if (sumOf('skipped') > 0) console.log(`${sumOf('skipped')} tests were skipped.`)
  for (const name of results.flatMap(({ repeated = [] }) => repeated)) console.log(`Passed only when repeated: ${name}`)
  for (const { name, failures = [] } of results)
    for (const failure of failures) console.log(`Failed in ${name}: ${failure.replace(`${ROOT}/`, '')}`)
  process.exitCode = sumOf('failed') > 0 || sumOf('passed') === 0 ? 1 : 0
  console.log(`${sumOf('passed')} passed, ${sumOf('failed')} failed`)
}
