/**
 * Runs every read of every screen with every kind of failure, on the built app:
 * tests/e2e/demo/matrix.spec.ts.
 */
import { findOrInstallChromium } from './chromium.ts'
import { matrix, printSummary, run } from './runs.ts'
import { isBuilt } from './stamp.ts'

const built = isBuilt() ? [] : [await run({ name: 'build', command: ['node', 'scripts/build.ts'] })]
const isUnbuilt = built.some(({ failed }) => failed > 0)
printSummary(isUnbuilt ? built : [...built, await run(matrix({ CHROMIUM_PATH: findOrInstallChromium() }))])
