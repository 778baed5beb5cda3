import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const RULES = 'deploy/prometheus/alerts.yml'
const CASES = 'deploy/prometheus/alerts.test.yml'

const runPromtool = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const isMissing = () => spawnSync('promtool', ['--version']).status !== 0
const MISSING = 'promtool is not installed: it is part of Debian’s package prometheus'

test('Prometheus accepts the alerts', ({ skip }) => {
  if (isMissing()) skip(MISSING)
  const { status, output } = runPromtool('check', 'rules', RULES)
  expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test('each alert fires for its condition, and not before', ({ skip }) => {
  if (isMissing()) skip(MISSING)
  expect(runPromtool('test', 'rules', CASES)).toMatchObject({ status: 0 })
})

test('each alert has a case in which it fires and one in which it does not', () => {
  const names = readFileSync(RULES, 'utf8').match(/(?<=- alert: )\w+/g) ?? []
  expect(names.length).toBeGreaterThanOrEqual(12)
  const cases = readFileSync(CASES, 'utf8').split(/(?=^ +- eval_time)/m)
  const firing = cases.filter((entry) => entry.includes('exp_labels'))
  const silent = cases.filter((entry) => entry.includes('eval_time') && !entry.includes('exp_labels'))
  for (const name of names) {
    expect(firing.filter((entry) => entry.includes(`alertname: ${name}\n`))).not.toEqual([])
    expect(silent.filter((entry) => entry.includes(`alertname: ${name}\n`))).not.toEqual([])
  }
})
