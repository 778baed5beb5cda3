import type { Page } from '@playwright/test'
import { FIRST_SCREEN_KEY, THEME_KEY } from '#contract/storage-names.ts'
import { useBuiltPage } from '../support/built-page.ts'
import { feed, isReadyForOffline, logIn, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** Every app script. */
const SCRIPTS = /\/assets\/.*\.js$/

interface ArticlesSeen {
  /** The number of articles in what the app replaces. */
  stored: number | undefined
  /** The number at the app's first paint. */
  first: number | undefined
  /** Whether there were articles, and then none. */
  wasEmptied: boolean
}

/** Runs in the page before its own scripts. */
function watchArticles() {
  const articles: ArticlesSeen = { stored: undefined, first: undefined, wasEmptied: false }
  Object.assign(globalThis, { articles })
  let last = 0
  new MutationObserver(() => {
    const count = document.querySelectorAll('article').length
    articles.wasEmptied ||= last > 0 && count === 0
    if (document.querySelector('main:not([inert])')) {
      articles.stored ??= last
      articles.first ??= count
    }
    last = count
  }).observe(document, { childList: true, subtree: true })
}

const articlesSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { articles: ArticlesSeen }).articles)

test.describe('before any script of the app has loaded', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(({ context, server }) => useBuiltPage(context, server.url))

  test("before the app's scripts a first visit shows the frame with its tab, in the chosen theme", async ({ page }) => {
    await page.route(SCRIPTS, () => {})
    await page.addInitScript((key) => localStorage.setItem(key, 'dark'), THEME_KEY)
    await page.goto('/search', { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 15, 20)')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('Loading broadcasts...').filter({ visible: true })).toBeVisible()
  })

  test("before the app's scripts the feed is requested once", async ({ page }) => {
    const requested: string[] = []
    // The page below it is requested a moment later.
    const isFirstPage = (url: string) => url.includes('/api/get-broadcasts') && !url.includes('before=')
    page.on('request', (request) => (isFirstPage(request.url()) ? requested.push(request.url()) : 0))
    await page.goto('/')
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    expect(requested).toHaveLength(1)
  })

  test("says that the app's script could not be loaded, and loads it on a press", async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    for (const path of ['/', '/search']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText('Flipside could not be loaded.')
    }
    await page.unroute(SCRIPTS)
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByText('Flipside could not be loaded.')).toBeHidden()
  })

  test("loads the app's script with the network", async ({ page, context }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto('/search')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute(SCRIPTS)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('searchbox')).toBeVisible()
  })

  test('a response that arrives before the app is part of its first render', async ({ page }) => {
    const answered = page.waitForResponse(/get-broadcasts/)
    await page.route(SCRIPTS, async (route) => {
      await answered
      await route.continue()
    })
    await page.addInitScript(watchArticles)
    await page.goto('/')
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    expect((await articlesSeen(page)).first).toBeGreaterThan(0)
  })

  test('the prerendered frame is the only one, and no request is sent before its paint', async ({ page }) => {
    await page.addInitScript(() => {
      requestAnimationFrame((frame) => Object.assign(globalThis, { frame }))
    })
    await page.goto('/')
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    const requested = await page.evaluate(() => {
      const { frame } = globalThis as unknown as { frame: number }
      const resources = performance.getEntriesByType('resource')
      return resources.map(({ name, startTime }) => ({ path: new URL(name).pathname, isEarly: startTime < frame }))
    })
    expect(requested).toContainEqual({ path: '/api/get-broadcasts', isEarly: false })
    expect(requested.filter(({ isEarly }) => isEarly)).toEqual([])
    expect(requested.filter(({ path }) => /\/index-.*\.js$/.test(path))).toHaveLength(1)

    await page.route(SCRIPTS, () => {})
    for (const path of ['/', '/login', '/search', '/profile']) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('form')).first()).toBeVisible()
      expect(await page.locator('main').count()).toBeLessThanOrEqual(1)
    }
    // As a notification opens it: without tabs, on a phone.
    await page.goto('/dm/ben', { waitUntil: 'commit' })
    await expect(page.locator('main[inert] > header button')).toBeVisible()
    await expect(page.locator('main').getByText('Loading...')).toBeVisible()
  })

  test('the prerendered log-in frame has its final look without a later style sheet', async ({ page }) => {
    await page.route(SCRIPTS, () => {})
    await page.goto('/login', { waitUntil: 'commit' })
    const password = page.getByLabel('Website password').locator('..')
    await expect(password).toHaveCSS('min-height', '52px')
    await expect(password).not.toHaveCSS('border-radius', '0px')
  })

  test("before the app's scripts a member sees the last content, cannot press anything in it, and a sign-out removes it", async ({
    page,
    server,
  }) => {
    await logIn(page, await signUpWithListens(server.url))
    const first = feed(page).getByRole('article').first()
    await expect(first).toBeVisible()
    const words = (await first.textContent()) ?? ''
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), FIRST_SCREEN_KEY)).not.toBeNull()
    await page.goto('/profile')
    await page.route(SCRIPTS, () => {})
    await page.goto('/', { waitUntil: 'commit' })
    const stored = page.locator('#root')
    await expect(stored.locator('article').first()).toHaveText(words)
    await expect(stored.locator('main')).toHaveAttribute('inert', '')
    expect(await page.evaluate(() => document.querySelectorAll('#root [style]').length)).toBe(0)

    await page.unroute(SCRIPTS)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), FIRST_SCREEN_KEY)).toBeNull()
  })
})

test('offline the last screen is shown at once, and React changes nothing visible', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await isReadyForOffline(page)
  await page.goto('/profile')
  await context.setOffline(true)
  await page.addInitScript(watchArticles)
  await page.addInitScript(() => {
    const seen = { shift: 0, frame: 0 }
    Object.assign(globalThis, { seen })
    requestAnimationFrame(() => (seen.frame = performance.now()))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  // Chromium responded from the cache by itself: no request waited for the worker to start.
  expect(
    await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => entry.toJSON().workerStart)),
  ).toEqual([0])
  await expect(page.getByText(/^Offline\./)).toBeVisible()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  const { shift, frame, scripts } = await page.evaluate(() => ({
    ...(globalThis as unknown as { seen: { shift: number; frame: number } }).seen,
    scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
  }))
  expect(shift).toBeLessThan(0.02)
  const { stored, first, wasEmptied } = await articlesSeen(page)
  expect({ first, wasEmptied }).toEqual({ first: stored, wasEmptied: false })
  // Of the first six rows; another test's post by System may be one of them.
  expect(first).toBeGreaterThan(0)
  // They would delay the first paint: from a cache they load before it.
  expect(scripts.map(({ name, startTime }) => ({ name, isEarly: startTime < frame }))).not.toContainEqual(
    expect.objectContaining({ isEarly: true }),
  )
  expect(scripts.length).toBeGreaterThan(0)
})
