/**
 * `npm run bench -- loaded`: opens the built app's feed as a phone does for the first time, signed
 * out, and prints the scripts that the page loads within 5 s, in bytes as sent (brotli, without
 * headers). Fails above 155 kB. The worker's precache is counted by `npm run budget`.
 */
import { chromium } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { freePort, startServer } from '../tests/e2e/support/server.ts'

const LOADED_MAX = 155_000
const WINDOW_MS = 5_000

const server = await startServer({ isDemo: true, port: await freePort() })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const session = await page.context().newCDPSession(page)
  const scripts = new Map<string, { url: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, { url: response.url, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(server.url, { waitUntil: 'commit' })
  await page.waitForTimeout(WINDOW_MS)
  const loaded = [...scripts.values()].toSorted((a, b) => b.bytes - a.bytes)
  const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0)
  for (const script of loaded)
    console.log(`${(script.bytes / 1000).toFixed(1).padStart(8)} kB  ${new URL(script.url).pathname}`)
  console.log(`${(bytes / 1000).toFixed(1)} kB of ${LOADED_MAX / 1000} kB in ${loaded.length} files`)
  if (bytes > LOADED_MAX || bytes === 0) process.exitCode = 1
} finally {
  await browser.close()
  await server.dispose()
}
