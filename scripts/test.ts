import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { checks } from './check.ts'
import { findOrInstallChromium, readVersion } from './chromium.ts'
import { recordRepeated } from './repeated.ts'
import { dailyServer, debianPostgres, playwright, printSummary, type Result, run, runAll, type Step } from './runs.ts'
import { isBuilt } from './stamp.ts'

const SIMULATION_SECONDS = 20

/**
 * CI's part in runs that take hours elsewhere: see docs/reliability.md. One job, since the server
 * tests run in parallel.
 */
const ofTheEngine: readonly Step[] = [
  {
    name: 'simulation',
    command: [
      ...(['node', 'scripts/simulate/histories.ts', '--histories', '1000000', '--seed', '1'] as const),
      ...(['--seconds', String(SIMULATION_SECONDS), '--jobs', '1'] as const),
    ],
    isQuiet: true,
  },
  { name: 'models', command: ['node', 'scripts/simulate/models.ts'], isQuiet: true },
]

/**
 * Runs all tests but the nightly ones, on a bare machine too. A failure does not stop later steps.
 * The server tests wait for PostgreSQL half their time: every other step without a browser runs in
 * parallel with them.
 */
async function testAll(): Promise<Result[]> {
  const server = run(dailyServer())
  const checked = await runAll([...checks, ...ofTheEngine, ...ofDebian()], 1)
  const build = await builtApp()
  const budget = build.failed > 0 ? notRun('budget') : await run(budgetStep)
  const results = [...checked, await server, build, budget]
  if (build.failed > 0) return [...results, notRun('end-to-end tests')]
  try {
    const browser = findOrInstallChromium()
    const step = playwright({ CHROMIUM_PATH: browser })
    return [...results, await run({ ...step, name: `${step.name} in ${readVersion(browser)}` })]
  } catch (error) {
    return [...results, { ...notRun('end-to-end tests'), reason: `no Chromium: ${String(error)}` }]
  }
}

const budgetStep: Step = { name: 'budget', command: ['node', 'scripts/budget.ts'], isQuiet: true }

/** The server tests on Debian's PostgreSQL, where it is installed. */
function ofDebian(): readonly Step[] {
  if (findDebianPostgres() !== undefined) return [debianPostgres(true)]
  console.log("\nDebian's PostgreSQL is not installed: no tests run on it.")
  return []
}

/** Builds the app if its sources changed since the last build. */
async function builtApp(): Promise<Result> {
  if (isBuilt()) return { name: 'build', passed: 1, failed: 0, skipped: 0, seconds: 0, reason: 'up to date' }
  return run({ name: 'build', command: ['node', 'scripts/build.ts'], isQuiet: true })
}

const notRun = (name: string): Result => ({
  name,
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds: 0,
  reason: 'no build to test',
})

const results = await testAll()
printSummary([...results, recordRepeated(results)])
