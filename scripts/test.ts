import { check } from './check.ts'
import { findOrInstallChromium } from './chromium.ts'
import { conclude, playwright, type Result, run, type Step, vitest } from './runs.ts'
import { isBuilt } from './stamp.ts'

/** CI's part of what runs for hours elsewhere: see docs/reliability.md. */
const ofTheEngine: readonly Step[] = [
  {
    name: 'simulation',
    command: ['node', 'scripts/simulate.ts', '--histories', '1000000', '--seed', '1', '--seconds', '90'],
  },
  { name: 'models', command: ['node', 'scripts/simulate-models.ts'] },
]

/** Everything there is to test, on a bare machine too. A failure does not stop what comes after it. */
async function testAll(): Promise<Result[]> {
  const results = [...(await check()), await run(vitest('server'))]
  for (const step of ofTheEngine) results.push(await run(step))
  const build = await builtApp()
  results.push(build)
  if (build.failed > 0) return [...results, notRun('budget'), notRun('end-to-end tests')]
  results.push(await run({ name: 'budget', command: ['node', 'scripts/budget.ts'] }))
  try {
    return [...results, await run(playwright({ CHROMIUM_PATH: findOrInstallChromium() }))]
  } catch (error) {
    return [...results, { ...notRun('end-to-end tests'), reason: `no Chromium: ${String(error)}` }]
  }
}

/** Builds the app where its sources changed since the last build. */
async function builtApp(): Promise<Result> {
  if (isBuilt()) return { name: 'build', passed: 1, failed: 0, skipped: 0, seconds: 0, reason: 'up to date' }
  return run({ name: 'build', command: ['node', 'scripts/build.ts'] })
}

const notRun = (name: string): Result => ({
  name,
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds: 0,
  reason: 'no build to test',
})

conclude(await testAll())
