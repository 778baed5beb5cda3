import type { Page } from '@playwright/test'
import { isReadyForOffline, logIn, signUpWithListens } from '../support/people.ts'
import { chooseMatch, chooseTrack } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

const matchedWith = (page: Page) => page.getByRole('link').filter({ hasText: 'Matched with:' })
const stored = (page: Page, key: string) => page.evaluate((it) => localStorage.getItem(it), key)

/** The host answers one call so. */
const answers = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}?**`, (route) => route.fulfill({ status, json: body }))

test.beforeEach(async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
})

test('the intro leads to a match, which leads to its profile and is stored', async ({ page }) => {
  await page.goto('/track-swap-entry')
  for (const step of ['Get Matched', 'Send & Receive', 'Earn Swag'])
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(matchedWith(page)).toBeVisible()
  await expect.poll(() => stored(page, 'should_fetch_new_match')).toBeNull()
  const match = JSON.parse((await stored(page, 'track_swap_matched_user')) ?? '{}')
  expect(match).toMatchObject({
    username: expect.any(String),
    profileImage: expect.any(String),
    swag: expect.any(Number),
  })
  await expect(matchedWith(page)).toContainText(match.username)
  await matchedWith(page).click()
  await expect(page).toHaveURL(`/profile/${match.username}`)
})

test('a chosen member stays over reloads, until the random match is wanted back', async ({ page }) => {
  await answers(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro' })
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

test('the back arrow gives the match up', async ({ page }) => {
  await chooseMatch(page, 'mirelle')
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Back to Track Swap' }).click()
  await expect(page).toHaveURL('/track-swap-entry')
  for (const key of ['track_swap_matched_user', 'track_swap_selected_track', 'track_swap_id'])
    await expect.poll(() => stored(page, key)).toBeNull()
})

test('each way in which matching can fail says what it is, and can be tried again', async ({ page }) => {
  await answers(page, '/api/find-song-swap-match', 404, { error: 'Nobody', code: 'no_match' })
  await page.goto('/track-swap')
  await expect(page.getByText('No matches found')).toBeVisible()
  await expect(page.getByText('Try again later when more users are active')).toBeVisible()
  await answers(page, '/api/find-song-swap-match', 200, { matched_user_profile: null })
  await page.reload()
  await expect(page.getByText('No matches found')).toBeVisible()

  await answers(page, '/api/find-song-swap-match', 400, {})
  // Whose own profile is refused when the app starts is signed out: what follows is meant for the match's.
  const ownProfile = page.waitForResponse('**/api/user/profile?**')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to find a match')
  await ownProfile
  await page.unroute('**/api/find-song-swap-match?**')
  await answers(page, '/api/user/profile', 400, { error: 'no such member' })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch matched user details')
  await answers(page, '/api/user/profile', 200, { userProfile: [] })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('No user profile data found')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(matchedWith(page)).toBeVisible()
})

test('a search that is refused says so', async ({ page }) => {
  await answers(page, '/api/user/get-users', 400, {})
  await page.goto('/track-swap?find=mirelle')
  await expect(page.getByText('Failed to search users')).toBeVisible()
})

test('a stored match is given up on an answer, never in a tunnel', async ({ page, context }) => {
  await isReadyForOffline(page)
  await chooseMatch(page, 'mirelle')
  await page.evaluate(() => localStorage.setItem('track_swap_id', '999999'))
  await context.setOffline(true)
  await page.goto('/track-swap')
  await expect(matchedWith(page)).toContainText('mirelle')
  await answers(page, '/api/find-song-swap-match', 200, { matched_user_profile: { profile: 'kojiro' } })
  await context.setOffline(false)
  await page.reload()
  await expect(matchedWith(page)).toContainText('kojiro')
  expect(await stored(page, 'track_swap_id')).toBeNull()
})

test('the wish for a new match outlives a tunnel', async ({ page, context }) => {
  await isReadyForOffline(page)
  await chooseMatch(page, 'mirelle')
  await context.setOffline(true)
  await page.goto('/track-swap-entry')
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(matchedWith(page)).toContainText('mirelle')
  expect(await stored(page, 'should_fetch_new_match')).toBe('true')
  await answers(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro' })
  await context.setOffline(false)
  await expect(matchedWith(page)).toContainText('kojiro', { timeout: 30_000 })
  expect(await stored(page, 'should_fetch_new_match')).toBeNull()
})

test('without a network and a match, those whom the device knows can be chosen', async ({ page, context }) => {
  await page.goto('/')
  await isReadyForOffline(page)
  await context.setOffline(true)
  await page.goto('/track-swap')
  await expect(page.getByText(/A random match needs a connection/)).toBeVisible()
  // Whoever stands in the kept feed: in the demo that may be any newcomer.
  const known = page.getByRole('button', { name: /^Swap with / }).first()
  const name = ((await known.getAttribute('aria-label')) ?? '').replace('Swap with ', '')
  expect(name).not.toBe('')
  await known.click()
  await expect(matchedWith(page)).toContainText(name)
})

test.describe('what is stored by others', () => {
  for (const text of ['nonsense', '{"username":7}', '[]'])
    test(`a match that reads ${text} is sought anew`, async ({ page }) => {
      await page.evaluate((it) => localStorage.setItem('track_swap_matched_user', it), text)
      await page.goto('/track-swap')
      await expect(matchedWith(page)).toBeVisible()
    })
})

test('after a swap with the random match it is said when the next one comes', async ({ page }) => {
  const at = new Date(Date.now() + (9 * 60 + 58) * 60_000).toISOString()
  await answers(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro', next_match_at: at })
  await page.goto('/track-swap')
  await expect(matchedWith(page)).toContainText('kojiro')
  await expect(page.getByText(/New match available in 9 Hr 5[78] Min/)).toBeVisible()
  await page.goto('/swap-points-results')
  await expect(page.getByText(/New match available in 9 Hr 5[78] Min/)).toBeVisible()
})
