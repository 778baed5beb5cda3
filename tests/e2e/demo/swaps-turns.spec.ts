import type { Locator, Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { session } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { aPlayer, begin, chooseRating, chooseTrack, type Player, putAway } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

/** The interval in which the page reads the status, in ms. */
const POLL_MS = 30_000

const tab = (page: Page, name: string): Locator => page.getByRole('navigation').getByRole('link', { name })
const history = (page: Page): Locator => page.getByRole('list', { name: 'Track swaps' })
/** The demo's members invite newcomers, too: the test uses the swap with this one. */
const cardOf = (page: Page, other: Player): Locator => history(page).getByRole('link').filter({ hasText: other.name })

/** Makes the page record the badge on the app's icon. */
const noteIcon = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => Object.assign(window, { icon: count }),
      clearAppBadge: async () => Object.assign(window, { icon: 0 }),
    })
  })

/** Returns the counts that the page shows. */
async function readBadges(page: Page) {
  const icon = await page.evaluate(() => (window as unknown as { icon?: number }).icon) // set above
  const text = (await tab(page, 'Track Swap').textContent()) ?? ''
  return { icon, tab: Number(/(\d+) waiting for you/.exec(text)?.[1] ?? 0) }
}

/** Passes polls of the page until tab and icon show the server's counts. */
async function expectBadges(server: Server, { page }: Player, cookie: string) {
  await expect(async () => {
    const response = await fetch(`${server.url}/api/user/status`, { headers: { cookie } })
    // the app's own server has this shape
    const status = (await response.json()) as Record<'swaps_waiting' | 'unread_messages' | 'unread_activity', number>
    const icon = status.swaps_waiting + status.unread_messages + status.unread_activity
    await page.clock.fastForward(POLL_MS)
    await expect.poll(() => readBadges(page), { timeout: 2000 }).toEqual({ icon, tab: status.swaps_waiting })
  }).toPass({ timeout: 30_000 })
}

/** Navigates from any screen to the swap with the other, by taps alone. */
async function tapTo(page: Page, other: Player) {
  await tab(page, 'Track Swap').click()
  await page.getByRole('link', { name: /View Track Swap History/ }).click()
  await expect(cardOf(page, other)).toContainText('Action Required')
  await cardOf(page, other).click()
}

test('two members play without reloads, and each sees when it is their turn', { tag: NIGHTLY }, async ({
  browser,
  server,
}) => {
  test.slow()
  const ada = await aPlayer(browser, server, 'ada')
  const bo = await aPlayer(browser, server, 'bo')
  const cookies = { ada: await session(server.url, ada), bo: await session(server.url, bo) }
  for (const { page } of [ada, bo]) {
    await noteIcon(page)
    await page.clock.install()
    await page.goto('/track-swap-entry')
    await page.getByRole('link', { name: /View Track Swap History/ }).click()
    await expect(page.getByText('No track swaps yet').or(history(page)).first()).toBeVisible()
    await tab(page, 'Feed').click()
  }
  await begin(server, ada, bo.name)

  await expectBadges(server, bo, cookies.bo)
  await tapTo(bo.page, ada)
  await chooseRating(bo.page, 4)
  await chooseTrack(bo.page)
  await bo.page.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect(bo.page.getByRole('heading', { name: "You've Responded to a Track Swap" })).toBeVisible()
  await expectBadges(server, bo, cookies.bo)

  await expectBadges(server, ada, cookies.ada)
  await tapTo(ada.page, bo)
  await chooseRating(ada.page, 5)
  await ada.page.getByRole('button', { name: 'View Swap Results' }).click()
  await expect(ada.page.getByText('+4 swag').first()).toBeVisible()
  await expect(ada.page.getByText('Your swag').locator('..')).toContainText('4')
  await expectBadges(server, ada, cookies.ada)

  // Bo's page gets no input: the result arrives by itself, and the profile has it, too.
  await expect(bo.page.getByRole('heading', { name: 'Track Swap Results' })).toBeVisible()
  await expect(bo.page.getByText('Your swag').locator('..')).toContainText('5')
  for (const [{ name, page }, swag] of [
    [ada, '4 swag'],
    [bo, '5 swag'],
  ] as const) {
    await tab(page, 'Profile').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText(swag, { exact: true })).toBeVisible()
  }
  await putAway(ada, bo)
})
