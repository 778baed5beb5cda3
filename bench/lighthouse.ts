/**
 * `npm run bench -- lighthouse`: runs Lighthouse on the built app as a phone opens it for the first
 * time, signed out, with the demo behind it. Medians over 5 runs; fails below 90 for performance or
 * 100 for any other category. `-- --path /login` tests another screen.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import * as v from 'valibot'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { ROOT } from '../scripts/runs.ts'
import { freePort, startServer } from '../tests/e2e/support/server.ts'

/** Fetched by npx on demand (docs/how-the-app-starts.md). */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const LEAST = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof LEAST
const categories = Object.keys(LEAST) as Category[] // of a literal

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, path: { type: 'string', default: '/' } },
})
const ROUNDS = Number(values.rounds)

const Score = v.object({ score: v.nullable(v.number()) })
const Report = v.object({
  categories: v.record(v.string(), v.object({ ...Score.entries, auditRefs: v.array(v.object({ id: v.string() })) })),
  audits: v.record(
    v.string(),
    v.object({
      ...Score.entries,
      title: v.string(),
      scoreDisplayMode: v.string(),
      displayValue: v.optional(v.string()),
      numericValue: v.optional(v.number()),
    }),
  ),
})
type Report = v.InferOutput<typeof Report>

/** Runs Lighthouse once in its own browser. */
async function runLighthouse(url: string, file: string): Promise<Report> {
  const options = [url, '--output=json', `--output-path=${file}`, '--quiet', '--no-enable-error-reporting']
  const flags = `--chrome-flags=${['--headless=new', ...chromiumArguments].join(' ')}`
  const env = { ...process.env, CHROME_PATH: findOrInstallChromium() }
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...options, flags], { cwd: ROOT, env })
  return v.parse(Report, JSON.parse(readFileSync(file, 'utf8')))
}

const readScore = (report: Report, category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Returns a category's failed audit names, except informative ones. */
const listFindings = ({ categories: found, audits }: Report, category: Category): [id: string, line: string][] =>
  (found[category]?.auditRefs ?? []).flatMap(({ id }) => {
    const audit = audits[id]
    const isWanting = audit !== undefined && audit.score !== null && audit.score < 0.9
    if (!isWanting || audit.scoreDisplayMode === 'informative') return []
    return [[id, `    ${id}: ${audit.title}${audit.displayValue === undefined ? '' : `, ${audit.displayValue}`}`]]
  })

const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'] as const

const folder = mkdtempSync(join(tmpdir(), 'flipside-lighthouse-'))
const server = await startServer({ isDemo: true, port: await freePort() })
const reports: Report[] = []
try {
  for (let round = 1; round <= ROUNDS; round++) {
    const report = await runLighthouse(`${server.url}${values.path}`, join(folder, `${round}.json`))
    reports.push(report)
    const scores = categories.map((category) => `${category} ${readScore(report, category)}`)
    const load = loadavg()[0] ?? Number.NaN
    console.log(`round ${round} of ${ROUNDS}: ${scores.join(', ')} (load ${load.toFixed(1)})`)
  }
} finally {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}

for (const category of categories) {
  const score = median(reports.map((report) => readScore(report, category)))
  const isMet = score >= LEAST[category]
  if (!isMet) process.exitCode = 1
  console.log(`${category.padEnd(16)}${score} (at least ${LEAST[category]})${isMet ? '' : ' !'}`)
  const found = new Map(reports.flatMap((report) => listFindings(report, category)))
  for (const line of found.values()) console.log(line)
}
for (const id of METRICS) {
  const ms = median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  console.log(`${id.padEnd(26)}${ms.toFixed(0)} ms`)
}
