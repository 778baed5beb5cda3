import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { INSTALL_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { broadcast, feed, likeButton, logIn, shareTrack, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const DAY_MS = 86_400_000

declare global {
  interface Window {
    /** How often the browser's own prompt was opened. */
    requested?: number
  }
}

/**
 * Runs in the page: offers installation, as Chromium does for a used app; returns whether the
 * prompt was suppressed.
 */
function offer(): boolean {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  const prompt = async () => {
    window.requested = (window.requested ?? 0) + 1
  }
  window.dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: 'dismissed' }) }))
  return event.defaultPrevented
}

const card = (page: Page) => page.getByRole('region', { name: 'Install Flipside' })

/** Longer than the delay after which the card shows. */
const atRest = (page: Page) => page.clock.runFor(5000)

test.beforeEach(({ page }) => page.clock.install())

test.describe('install prompt', () => {
  test("the browser's install prompt is suppressed until an action succeeded; then the card offers it and opens it", {
    tag: NIGHTLY,
  }, async ({ page, server }) => {
    await logIn(page, await signUpWithListens(server.url))
    await page.goto('/')
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    expect(await page.evaluate(offer)).toBe(true)
    await atRest(page)
    await expect(card(page)).toHaveCount(0)

    await shareTrack(page, 'a first broadcast')
    await expect(card(page)).toBeVisible()
    const install = card(page).getByRole('button', { name: 'Install' })
    await install.focus()
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveCount(0)
    expect(await page.evaluate(() => window.requested)).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('the install card is hidden for 30 days after “Not now”', { tag: NIGHTLY }, async ({ page, server }) => {
    await logIn(page, await signUpWithListens(server.url))
    await shareTrack(page, 'another first broadcast')
    await page.evaluate(offer)
    await card(page).getByRole('button', { name: 'Not now' }).click()
    await expect(card(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    const returnAfter = async (days: number) => {
      await page.evaluate(
        ({ key, at }) => localStorage.setItem(key, JSON.stringify({ succeededAt: 1, dismissedAt: at })),
        { key: INSTALL_KEY, at: Date.now() - days * DAY_MS },
      )
      await page.goto('/')
      await expect(feed(page).getByRole('article').first()).toBeVisible()
      await page.evaluate(offer)
    }
    await returnAfter(29)
    await atRest(page)
    await expect(card(page)).toHaveCount(0)
    await returnAfter(31)
    await expect(card(page)).toBeVisible()
  })

  test('the install card is shown on one screen, and not on the others of the same hour', { tag: NIGHTLY }, async ({
    page,
    server,
  }) => {
    await logIn(page, await signUpWithListens(server.url))
    await shareTrack(page, 'a broadcast before an offer')
    await page.evaluate(offer)
    await expect(card(page)).toBeVisible()
    for (const name of ['Track Swap', 'Profile', 'Feed']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
      await atRest(page)
      await expect(card(page)).toHaveCount(0)
    }
    await page.reload()
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    await page.evaluate(offer)
    await atRest(page)
    await expect(card(page)).toHaveCount(0)
  })

  test('an install prompt that comes before the app has loaded is saved', { tag: NIGHTLY }, async ({
    page,
    server,
  }) => {
    await logIn(page, await signUpWithListens(server.url))
    await page.evaluate((key) => localStorage.setItem(key, JSON.stringify({ succeededAt: 1 })), INSTALL_KEY)
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => { globalThis.wasPrevented = (${offer})() })`)
    await page.goto('/')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'wasPrevented'))).toBe(true)
    await expect(card(page)).toBeVisible()
  })

  test('the install card does not interrupt writing', { tag: NIGHTLY }, async ({ page, server }) => {
    await logIn(page, await signUpWithListens(server.url))
    await shareTrack(page, 'one more first broadcast')
    await page.goto('/broadcast-track')
    await page.getByPlaceholder('Your thoughts here').fill('half a sentence')
    await page.evaluate(offer)
    await atRest(page)
    await expect(card(page)).toHaveCount(0)
  })
})

test.describe('Safari on an iPhone', () => {
  test.use({ userAgent: IPHONE })

  test('Safari on an iPhone shows a hint at the share sheet once no action is pending', {
    tag: [WITH_WORKER, NIGHTLY],
  }, async ({ page, context, server }) => {
    await logIn(page, await signUpWithListens(server.url))
    await shareTrack(page, 'to be liked')
    await expect(likeButton(broadcast(page, 'to be liked'))).toBeVisible()
    await page.evaluate((key) => localStorage.setItem(key, JSON.stringify({ succeededAt: 1 })), INSTALL_KEY)
    await page.goto('/')
    await expect(feed(page).getByRole('article').first()).toBeVisible()
    await context.setOffline(true)
    await likeButton(broadcast(page, 'to be liked')).click()
    await expect(page.getByText(/waiting to send/)).toBeVisible()
    await atRest(page)
    await expect(card(page)).toHaveCount(0)
    await context.setOffline(false)
    await expect(card(page)).toContainText('Add to Home Screen')
    await expect(card(page).getByRole('button')).toHaveText(['Not now'])
  })
})

test('Chromium finds the app installable', { tag: WITH_WORKER }, async ({ reusedBrowser }) => {
  const context = await reusedBrowser.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const { errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])

  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/', display: 'standalone' })
  expect(manifest).toMatchObject({ handle_links: 'preferred', launch_handler: { client_mode: 'navigate-existing' } })
  const params = { title: 'title', text: 'text', url: 'url' }
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET', params })
  const names = manifest.shortcuts.map(({ name }: { name: string }) => name)
  // Most systems show the first four.
  expect(names.slice(0, 4)).toEqual(['Share a Track', 'Track Swap', 'Messages', 'Listens'])
  const factors = new Set(manifest.screenshots.map((it: { form_factor: string }) => it.form_factor))
  expect(factors).toEqual(new Set(['narrow', 'wide']))
  for (const { src, sizes } of [...manifest.screenshots, ...manifest.icons]) {
    const size = await page.evaluate(async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      return `${bitmap.width}x${bitmap.height}`
    }, src)
    expect(size, src).toBe(sizes)
    expect(existsSync(join('public', src))).toBe(true)
  }
})
