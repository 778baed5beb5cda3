import { INITIAL_MAX, LOADED_MAX } from '../../../scripts/budget.ts'
import { brotli } from '../../../scripts/compress.ts'
import { useBuiltPage } from '../support/built-page.ts'
import { loadScripts, sumBytes } from '../support/loaded-scripts.ts'
import { rememberLogIn, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

declare global {
  interface Window {
    /** When the first broadcast was in the document, on the page's own clock. */
    feedShownAt?: number
  }
}

/** Runs in the page before its scripts. */
function noteFeed() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return
    window.feedShownAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

test('the scripts that load before the feed shows are within the budget', async ({ page, context, server }) => {
  await useBuiltPage(context, server.url)
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.fromServiceWorker())
      bodies.set(response.url(), response.body())
  })
  await page.addInitScript(noteFeed)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => window.feedShownAt ?? 0)).toBeGreaterThan(0)
  const early = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < (window.feedShownAt ?? 0))
      .map(({ name }) => name),
  )
  const scripts = [...bodies].filter(([url]) => early.includes(url))
  const sizes = await Promise.all(scripts.map(async ([, body]) => (await brotli(await body)).byteLength))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(total, scripts.map(([url]) => url).join(' ')).toBeLessThanOrEqual(INITIAL_MAX)
})

test.describe('with downloads', () => {
  test.use({ areDownloadsOn: true })
  for (const who of ['visitor', 'member'] as const)
    test(`the scripts that a ${who} loads within 5 s are within the budget`, async ({ page, server }) => {
      if (who === 'member') await rememberLogIn(page, await signUpWithListens(server.url))
      const loaded = await loadScripts(page, server.url)
      const names = loaded.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
      expect(loaded.length, names).toBeGreaterThan(1)
      expect(sumBytes(loaded), names).toBeLessThanOrEqual(LOADED_MAX[who])
    })
})
