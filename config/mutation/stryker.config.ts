import type { Stryker } from '@stryker-mutator/core'
import { findMutated } from './folders.ts'

/** The options of mutation testing: `MUTATED` names a folder of `folders.ts`. See docs/reliability.md. */
type Options = ConstructorParameters<typeof Stryker>[0]

const { name, mutate, least } = findMutated()

/** Most mutants of these do not compile, and the checker for them does not know TypeScript 7. */
const NOT_COMPILING = ['ArrayDeclaration', 'ArrowFunction', 'ObjectLiteral', 'StringLiteral']

const options: Options = {
  mutate: [...mutate],
  testRunner: 'vitest',
  vitest: { configFile: 'config/mutation/vitest.config.ts', related: false },
  mutator: { excludedMutations: NOT_COMPILING },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  timeoutMS: 30_000, // a loaded machine must not reach it: a mutant that times out counts as killed
  concurrency: 1, // another one: `stryker run config/mutation/stryker.config.ts --concurrency 2`
  tsconfigFile: 'none', // Stryker reads it with an interface that TypeScript 7 no longer has
  incrementalFile: `test-results/mutation/${name}-incremental.json`,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['.cache', 'data', 'dist', 'gallery', 'test-results', 'docs', 'public', 'tests/e2e'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `test-results/mutation/${name}.html` },
  jsonReporter: { fileName: `test-results/mutation/${name}.json` },
  thresholds: { high: 95, low: least, break: least },
  allowEmpty: false,
}
export default options
