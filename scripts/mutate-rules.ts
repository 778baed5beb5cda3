/**
 * Changes the rules in SQL one condition at a time and runs the tests that must notice:
 * `node scripts/mutate-rules.ts [group or part of a path][:line,line] ...`. Prints the mutants that
 * survive, and exits with 1 below a group's least score.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { type RuleFile, type RuleGroup, ruleGroups } from '../config/mutation/rules.ts'
import { applyMutant, findMutants, type Mutant } from '../config/mutation/sql-mutants.ts'
import { server } from '../vitest.config.ts'
import { ROOT } from './runs.ts'

const SUITES = resolve(ROOT, 'config/mutation/mutant-suites.ts')
/** How many mutants share a worker: each has a database with its connections. */
const BATCH = 12

/** A rule file's mutants by the names of their suites, which no other file has. */
interface Subject {
  readonly rules: RuleFile
  readonly path: string
  readonly source: string
  readonly mutants: ReadonlyMap<string, Mutant>
}

/** The file that is measured. */
let subject: Subject | undefined

/**
 * Imports a mutant for `?mutant=`, and passes the query on to the modules beside it, so that they
 * import it too.
 */
const mutantPlugin: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  async resolveId(id, importer) {
    const [importing = '', query] = importer?.split('?') ?? []
    if (subject === undefined || query === undefined || !query.startsWith('mutant=')) return null
    const found = await this.resolve(id, importing, { skipSelf: true })
    return found !== null && dirname(found.id) === dirname(subject.path) ? `${found.id}?${query}` : found
  },
  load(id) {
    const [file, name = ''] = id.split('?mutant=')
    const mutant = file === subject?.path ? subject?.mutants.get(name) : undefined
    return mutant === undefined || subject === undefined ? null : applyMutant(subject.source, mutant)
  },
}

const startVitest = (): Promise<Vitest> =>
  createVitest(
    'test',
    {
      ...server.test,
      include: [SUITES],
      setupFiles: ['tests/support/bare-setup.ts'],
      config: false,
      root: ROOT,
      watch: false,
      fsModuleCache: false, // its keys are the files' contents
      maxWorkers: 1,
      silent: true,
      reporters: [{}],
    },
    { plugins: [mutantPlugin] },
  )

/** Runs the tests with each mutant and returns the names of those with which all pass. */
async function findPassing(vitest: Vitest, { file, tests }: RuleFile, names: readonly string[]): Promise<string[]> {
  vitest.getRootProject().provide('mutants', { tests: tests.map((path) => resolve(ROOT, path)), names })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await vitest.globTestSpecifications())
  const suites = testModules.flatMap((module) => [...module.children.suites()])
  if (unhandledErrors.length > 0 || suites.length !== names.length)
    throw new Error(`The tests of ${file} do not run.`, { cause: unhandledErrors[0] ?? testModules[0]?.errors()[0] })
  return suites.filter((suite) => suite.state() === 'passed').map(({ name }) => name)
}

/** The mutants of a file, or of some of its lines. */
function findSubject(rules: RuleFile, lines: readonly string[]): Subject {
  const path = resolve(ROOT, rules.file)
  const source = readFileSync(path, 'utf8')
  const chosen = findMutants(source).filter(
    ({ start }) => lines.length === 0 || lines.includes(findLine(source, start)),
  )
  return { rules, path, source, mutants: new Map(chosen.map((mutant, place) => [`${rules.file} ${place}`, mutant])) }
}

/** Prints the survivors and returns their number. */
async function countSurvivors(vitest: Vitest, { rules, source, mutants }: Subject): Promise<number> {
  const unchanged = `${rules.file} unchanged`
  const names = [unchanged, ...mutants.keys()]
  let survived = 0
  for (let from = 0; from < names.length; from += BATCH) {
    const passing = await findPassing(vitest, rules, names.slice(from, from + BATCH))
    if (from === 0 && !passing.includes(unchanged)) throw new Error(`The tests of ${rules.file} fail without a mutant.`)
    const survivors = passing.flatMap((name) => mutants.get(name) ?? [])
    for (const mutant of survivors) process.stdout.write(`survived: ${describe(rules.file, source, mutant)}\n`)
    survived += survivors.length
  }
  return survived
}

const findLine = (source: string, place: number) => String(source.slice(0, place).split('\n').length)

function describe(file: string, source: string, { start, end, replacement }: Mutant): string {
  const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
  return `${file}:${findLine(source, start)}: ${toLine(source.slice(start, end))} => ${toLine(replacement)}`
}

const parts = process.argv.slice(2).map((text) => text.split(':'))
/** Returns the lines to measure in a file: an empty list for all, undefined for none. */
function findLines(group: string, file: string): readonly string[] | undefined {
  if (parts.length === 0) return []
  const found = parts.find(([part = '']) => part === group || file.includes(part))
  return found && (found[1]?.split(',') ?? [])
}

/** Measures a group's chosen files. Returns whether the score is high enough. */
async function measure(vitest: Vitest, group: string, { files, least }: RuleGroup): Promise<boolean> {
  let [total, survived] = [0, 0]
  for (const rules of files) {
    const lines = findLines(group, rules.file)
    if (lines === undefined) continue
    const startedAt = performance.now()
    subject = findSubject(rules, lines)
    const { size } = subject.mutants
    const survivors = await countSurvivors(vitest, subject)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    process.stdout.write(`${rules.file}: ${size - survivors} of ${size} killed, ${seconds} s\n`)
    total += size
    survived += survivors
  }
  if (total === 0) return true
  const score = (100 * (total - survived)) / total
  process.stdout.write(`${group}: ${total - survived} of ${total}, ${score.toFixed(2)} %, at least ${least} %\n`)
  return score >= least
}

const vitest = await startVitest()
const results: boolean[] = []
for (const [group, rules] of Object.entries(ruleGroups)) results.push(await measure(vitest, group, rules))
await vitest.close()
process.exitCode = results.every(Boolean) ? 0 : 1 // Vitest sets it for the tests that mutants fail
