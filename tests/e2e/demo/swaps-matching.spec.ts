import type { Page } from '@playwright/test'
import { NEW_MATCH_KEY, SWAP_ID_KEY, SWAP_MATCH_KEY, SWAP_TRACK_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, signUpWithListens } from '../support/people.ts'
import { chooseMatch, chooseTrack } from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const matchedWith = (page: Page) => page.getByRole('link').filter({ hasText: 'Matched with:' })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Sets the host's response to one call. */
const responses = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}?**`, (route) => route.fulfill({ status, json: body }))

test.beforeEach(async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
})

test('the intro leads to a match, which leads to its profile and is stored', { tag: NIGHTLY }, async ({ page }) => {
  await page.goto('/track-swap-entry')
  for (const step of ['Get Matched', 'Send & Receive', 'Earn Swag'])
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(matchedWith(page)).toBeVisible()
  await expect.poll(() => stored(page, NEW_MATCH_KEY)).toBeNull()
  const match = JSON.parse((await stored(page, SWAP_MATCH_KEY)) ?? '{}')
  expect(match).toMatchObject({
    username: expect.any(String),
    profileImage: expect.any(String),
    swag: expect.any(Number),
  })
  await expect(matchedWith(page)).toContainText(match.username)
  await matchedWith(page).click()
  await expect(page).toHaveURL(`/profile/${match.username}`)
})

test('a chosen member persists across reloads, until the random match is selected again', { tag: NIGHTLY }, async ({
  page,
}) => {
  await responses(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro' })
  await chooseMatch(page, 'mirelle')
  await page.reload()
  await expect(matchedWith(page)).toContainText('mirelle')
  await page.getByRole('button', { name: 'Find User' }).click()
  await expect(page.getByText('Enter a username to search')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Username' }).fill('nobody-has-this-name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Try a different search term')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Random Match' }).click()
  await expect(matchedWith(page)).toContainText('kojiro')
})

test('the back arrow discards the match', { tag: NIGHTLY }, async ({ page }) => {
  await chooseMatch(page, 'mirelle')
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Back to Track Swap' }).click()
  await expect(page).toHaveURL('/track-swap-entry')
  for (const key of [SWAP_MATCH_KEY, SWAP_TRACK_KEY, SWAP_ID_KEY]) await expect.poll(() => stored(page, key)).toBeNull()
})

test('a stored match is discarded on a response, never in a tunnel', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
}) => {
  await isReadyForOffline(page)
  await chooseMatch(page, 'mirelle')
  await page.evaluate((key) => localStorage.setItem(key, '999999'), SWAP_ID_KEY)
  await context.setOffline(true)
  await page.goto('/track-swap')
  await expect(matchedWith(page)).toContainText('mirelle')
  await responses(page, '/api/find-song-swap-match', 200, { matched_user_profile: { profile: 'kojiro' } })
  await context.setOffline(false)
  await page.reload()
  await expect(matchedWith(page)).toContainText('kojiro')
  expect(await stored(page, SWAP_ID_KEY)).toBeNull()
})

test('the request for a new match survives a tunnel', { tag: [WITH_WORKER, NIGHTLY] }, async ({ page, context }) => {
  await isReadyForOffline(page)
  await chooseMatch(page, 'mirelle')
  await context.setOffline(true)
  await page.goto('/track-swap-entry')
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(matchedWith(page)).toContainText('mirelle')
  expect(await stored(page, NEW_MATCH_KEY)).toBe('true')
  await responses(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro' })
  await context.setOffline(false)
  await expect(matchedWith(page)).toContainText('kojiro', { timeout: 30_000 })
  expect(await stored(page, NEW_MATCH_KEY)).toBeNull()
})

test('without a network and a match, members known to the device can be chosen', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context }) => {
  await page.goto('/')
  await isReadyForOffline(page)
  await context.setOffline(true)
  await page.goto('/track-swap')
  await expect(page.getByText(/A random match needs a connection/)).toBeVisible()
  // Any member in the stored feed: in the demo that may be any newcomer.
  const known = page.getByRole('button', { name: /^Swap with / }).first()
  const name = ((await known.getAttribute('aria-label')) ?? '').replace('Swap with ', '')
  expect(name).not.toBe('')
  await known.click()
  await expect(matchedWith(page)).toContainText(name)
})

test('after a swap with the random match the time of the next one is shown', { tag: NIGHTLY }, async ({ page }) => {
  const at = new Date(Date.now() + (9 * 60 + 58) * 60_000).toISOString()
  await responses(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro', next_match_at: at })
  await page.goto('/track-swap')
  await expect(matchedWith(page)).toContainText('kojiro')
  await expect(page.getByText(/New match available in 9 Hr 5[78] Min/)).toBeVisible()
  await page.goto('/swap-points-results')
  await expect(page.getByText(/New match available in 9 Hr 5[78] Min/)).toBeVisible()
})
