import { pathToFileURL } from 'node:url'
import { printSummary, type Result, runAll, type Step, vitest } from './runs.ts'

const types = ['page', 'worker-safe', 'worker', 'node', 'screens', 'e2e'].map(
  (runtime): Step => ({
    name: `types (${runtime})`,
    command: ['tsc', '-p', `config/tsconfig.${runtime}.json`],
    isQuiet: true,
  }),
)

/** Checks without a database or a browser. Unit tests first: they take longest. */
export const checks: readonly Step[] = [
  vitest('unit', true),
  vitest('screens', true),
  { name: 'lint and walls', command: ['oxlint', '--type-aware', '--deny-warnings', '.'], isQuiet: true },
  { name: 'format', command: ['biome', 'ci', '.'], isQuiet: true },
  { name: 'format of documents', command: ['prettier', '--check', '**/*.md'], isQuiet: true },
  ...types,
]

/** Runs types, lint, walls, format and unit tests, two at a time. */
export const check = (): Promise<Result[]> => runAll(checks, 2)

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) printSummary(await check())
