import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../support/world.ts'

const SEARCH = /\/assets\/search-.*\.js$/

/**
 * Opens a page that only this test uses: a missing chunk logs an error in its console. Counts its
 * loads, across reloads.
 */
async function open(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads') ?? 0) + 1))
  })
  await goToFeed(page)
  await page.route(SEARCH, (route) => route.fulfill({ status: 404 }))
  return page
}

/**
 * Waits until the app is loaded: the links in the prerendered frame and the stored screen would
 * load a page.
 */
async function goToFeed(page: Page) {
  await page.goto('/')
  const app = page.locator('main:not([inert], #filled *)')
  await expect(app.getByText('No broadcasts yet.').or(app.getByRole('article').first())).toBeVisible()
}

const loadsOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('loads'))).catch(() => 0)
const goToSearch = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Search' }).press('Enter')

test('a missing chunk reloads the page once, since the next build has it', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL)
  await goToSearch(page)
  await expect.poll(() => loadsOf(page)).toBe(2)
  await goToFeed(page)
  await goToSearch(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(await loadsOf(page)).toBe(3)
  await page.context().close()
})

test('a missing chunk does not reload the page without a connection to the server', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL)
  await page.route('/', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.fallback()))
  const requested = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await goToSearch(page)
  await requested
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('This part of the app could not be loaded.')).toBeVisible()
  expect(await loadsOf(page)).toBe(1)
  await page.context().close()
})
