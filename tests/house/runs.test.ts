import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRepeated, readNames } from '../../scripts/repeated.ts'
import { toResult, torture } from '../../scripts/runs.ts'
import { playwrightCounts, vitestCounts } from '../../scripts/test-reports.ts'

const file = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  message: statuses.length === 0 ? 'no such module\n  at a.ts' : '',
  assertionResults: statuses.map((status) => ({
    status,
    fullName: `is ${status}`,
    failureMessages: status === 'failed' ? ['Error: expected 1\n  at a.test.ts'] : [],
  })),
})
const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, numTodoTests: 1 }

test("Vitest's counts are its tests, and a file that failed before its first; failures are named", () => {
  const testResults = [file('passed', 'failed'), file('passed')]
  expect(vitestCounts({ ...report, testResults })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 4,
    failures: ['a.test.ts › is failed: Error: expected 1'],
  })
  expect(vitestCounts({ ...report, testResults: [...testResults, file()] })).toMatchObject({
    failed: 2,
    failures: ['a.test.ts › is failed: Error: expected 1', 'a.test.ts: no such module'],
  })
})

test("Playwright's counts name tests that passed only when repeated, and count errors outside tests as failures", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const suites = [
    {
      specs: [spec('steady', 'expected')],
      suites: [{ specs: [spec('shaky', 'flaky'), spec('broken', 'unexpected')] }],
    },
  ]
  expect(playwrightCounts({ stats, errors: [{ message: 'no server' }], suites })).toEqual({
    passed: 6,
    failed: 2,
    skipped: 2,
    repeated: ['shaky'],
    failures: ['broken'],
  })
})

test('a runner without tests, without a report or with a failing exit code has failed', () => {
  const nothing = { passed: 0, failed: 0, skipped: 9 }
  expect(toResult('a', 0, nothing, 1)).toMatchObject({ failed: 1, reason: 'ran no tests' })
  expect(toResult('a', 0, new Error('no file'), 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(toResult('a', 1, { passed: 4, failed: 0, skipped: 0 }, 1)).toMatchObject({
    passed: 4,
    failed: 1,
    reason: 'exit code 1',
  })
  expect(toResult('a', 1, { passed: 4, failed: 2, skipped: 0 }, 1)).toMatchObject({ passed: 4, failed: 2 })
  expect(toResult('a', 0, { passed: 4, failed: 0, skipped: 0 }, 1)).toMatchObject({ passed: 4, failed: 0 })
})

test('a test that is repeated in two runs in a row fails, any other repeated test does not', () => {
  const recorded = readNames('# a comment\nshaky\n\nhealed\n')
  expect(recorded).toEqual(['shaky', 'healed'])
  expect(checkRepeated(['new'], recorded)).toMatchObject({ passed: 1, failed: 0 })
  expect(checkRepeated(['shaky', 'new'], recorded)).toMatchObject({
    passed: 0,
    failed: 1,
    reason: 'repeated in two runs in a row: shaky',
  })
})

test('each file with torture tests is run by one command', () => {
  const patterns = (['faults', 'kill'] as const).map((what) => new RegExp(torture(what, {}).command[3] ?? ''))
  const files = readdirSync('tests/torture').filter((name) => name.endsWith('.spec.ts'))
  expect(files.length).toBeGreaterThan(5)
  for (const name of files)
    expect([name, patterns.filter((pattern) => pattern.test(`tests/torture/${name}`)).length]).toEqual([name, 1])
})
