/**
 * `npm run bench -- loaded`: opens the built app's feed as a phone does for the first time, as a
 * visitor and as a member, and prints the scripts that the page loads within 5 s, in bytes as sent
 * (brotli, without headers). Fails above the budget. The worker's precache is counted by
 * `npm run budget`.
 */
import { chromium } from '@playwright/test'
import { LOADED_MAX } from '../scripts/budget.ts'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { loadScripts, sumBytes } from '../tests/e2e/support/loaded-scripts.ts'
import { rememberLogIn, signUpWithListens } from '../tests/e2e/support/people.ts'
import { freePort, startServer } from '../tests/e2e/support/server.ts'

const server = await startServer({ isDemo: true, port: await freePort() })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
const kB = (bytes: number) => (bytes / 1000).toFixed(1)
try {
  const signedUp = await signUpWithListens(server.url)
  for (const who of ['visitor', 'member'] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: server.url })
    if (who === 'member') await rememberLogIn(page, signedUp)
    const loaded = await loadScripts(page, server.url)
    for (const { bytes, path } of loaded) console.log(`${kB(bytes).padStart(8)} kB  ${path}`)
    const bytes = sumBytes(loaded)
    console.log(`${who}: ${kB(bytes)} kB of ${kB(LOADED_MAX[who])} kB in ${loaded.length} files`)
    if (bytes > LOADED_MAX[who] || bytes === 0) process.exitCode = 1
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.dispose()
}
