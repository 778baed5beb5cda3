import * as v from 'valibot'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The names of tests that passed only when repeated. */
  readonly repeated?: readonly string[]
}

const NUMBER_OF_FAILED_FILES = { status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }
const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object(NUMBER_OF_FAILED_FILES)),
})
interface Suite {
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[]
  readonly suites?: readonly Suite[] | undefined
}
const Suite: v.GenericSchema<Suite> = v.object({
  specs: v.array(v.object({ title: v.string(), tests: v.array(v.object({ status: v.string() })) })),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
  suites: v.array(Suite),
})

/**
 * Returns the counts of Vitest's JSON report. A file that failed before its first test is one
 * failure.
 */
export function vitestCounts(json: unknown): Counts {
  const report = v.parse(VitestReport, json)
  const isBroken = (file: (typeof report.testResults)[number]) =>
    file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * Returns the counts of Playwright's JSON report. A test that passed only when repeated has passed,
 * and is named.
 */
export function playwrightCounts(json: unknown): Counts {
  const { stats, errors, suites } = v.parse(PlaywrightReport, json)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    repeated: suites.flatMap(listRepeated),
  }
}

const listRepeated = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(listRepeated),
]
