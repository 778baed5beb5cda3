import * as v from 'valibot'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The tests that passed only when repeated. */
  readonly repeated?: readonly string[]
  /** Each failed test in one line: its name, and the first line of its first error where that is known. */
  readonly failures?: readonly string[]
}

const VitestFile = v.object({
  name: v.string(),
  status: v.string(),
  message: v.string(),
  assertionResults: v.array(
    v.object({ status: v.string(), fullName: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
  ),
})
const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(VitestFile),
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
 * Returns the counts in Vitest's JSON report. A file that failed before its first test is one
 * failure.
 */
export function vitestCounts(json: unknown): Counts {
  const report = v.parse(VitestReport, json)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  const failedTests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => formatFailure(`${name} › ${fullName}`, failureMessages[0])),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failedTests, ...brokenFiles.map(({ name, message }) => formatFailure(name, message))],
  }
}

const formatFailure = (name: string, message = ''): string => {
  const [line = ''] = message.split('\n')
  return line === '' ? name : `${name}: ${line.slice(0, 200)}`
}

/**
 * Returns the counts in Playwright's JSON report. A test that passed only when repeated has passed,
 * and is named.
 */
export function playwrightCounts(json: unknown): Counts {
  const { stats, errors, suites } = v.parse(PlaywrightReport, json)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    repeated: suites.flatMap((suite) => listTitles(suite, 'flaky')),
    failures: suites.flatMap((suite) => listTitles(suite, 'unexpected')),
  }
}

const listTitles = ({ specs, suites = [] }: Suite, status: 'flaky' | 'unexpected'): string[] => [
  ...specs.filter(({ tests }) => tests.some((result) => result.status === status)).map(({ title }) => title),
  ...suites.flatMap((suite) => listTitles(suite, status)),
]
