import { INITIAL_MAX } from '../../../scripts/budget.ts'
import { brotli } from '../../../scripts/compress.ts'
import { feed } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test('the scripts that are fetched before the feed shows are within the budget', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script' && !answer.request().serviceWorker())
      scripts.set(answer.url(), answer.body())
  })
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  const bodies = await Promise.all(scripts.values())
  const sizes = await Promise.all(bodies.map(async (body) => (await brotli(body)).byteLength))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(bodies.length).toBeGreaterThan(0)
  expect(total, `${bodies.length} scripts`).toBeLessThanOrEqual(INITIAL_MAX)
})

test('the shell is painted before any script has run', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.close()
})
