import { feed, logIn, signUp } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads the newest broadcasts and follows links', async ({ page }) => {
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('article').first()).toBeVisible({ timeout: 1000 })
    }).toPass() // The page is served without content if rendering is late.
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
  })
})

test('the first broadcasts are in the page, are not requested again, and do not move', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const shifts: number[] = []
    const observe = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }
    new PerformanceObserver(observe).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
  await expect(async () => {
    requests.length = 0
    const response = await page.goto('/')
    expect(await response?.text()).toContain('<article')
  }).toPass()
  // The virtual list has replaced the page's content.
  await expect(feed(page).locator('article[data-index="5"]')).toBeVisible()
  await expect.poll(() => requests).toContain('/api/user/status')
  // The status may report a newer broadcast, which the demo posts: then the feed is requested.
  const beforeStatus = requests.slice(0, requests.indexOf('/api/user/status') + 1)
  expect(beforeStatus).not.toContain('/api/get-broadcasts')
  expect(beforeStatus).toContain('/api/user/status')
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
})

test("a member's page has no content of the server", async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  const response = await page.goto('/')
  expect(await response?.text()).not.toContain('<article')
})
