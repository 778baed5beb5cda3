import type { Page } from '@playwright/test'
import { logIn, type Member, signUpWithListens } from '../support/people.ts'
import { begin, chooseMatch, chooseTrack, sendSwap, sendTrack } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

let member: Member
test.beforeEach(async ({ page, server }) => {
  member = await signUpWithListens(server.url)
  await logIn(page, member)
})

/** The host answers one call so from now on. */
const answers = (page: Page, call: string, status: number, json: object) =>
  page.route(`**/api/${call}?**`, (route) => route.fulfill({ status, json }))

// One test each: what a screen has once been answered beats every later refusal.
const readings = [
  ['find-song-swap-match', 400, {}, '/track-swap', 'Failed to find a match'],
  ['find-song-swap-match', 200, { error: 'The dice are lost.' }, '/track-swap', 'The dice are lost.'],
  ['find-song-swap-match', 404, { error: 'x', code: 'no_match' }, '/track-swap', 'No matches found'],
  ['get-song-swaps', 404, {}, '/track-swap-history', 'Failed to fetch track swaps: 404 Not Found'],
  ['get-song-swaps', 400, {}, '/track-swap-history', 'Failed to fetch track swaps: 400 Bad Request'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-history', 'No track swaps yet'],
  ['get-song-swaps', 400, {}, '/track-swap-detail?id=7', 'Failed to fetch swap details'],
  ['get-song-swaps', 400, {}, '/track-swap-results?id=7', 'Failed to fetch swap details'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-detail?id=7', 'Swap not found'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-action?id=7', 'Swap not found'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/swap-points-results?id=7', 'Swap not found'],
  ['user/top-tracks', 400, {}, '/track-swap', 'Failed to fetch tracks'],
  ['user/top-tracks', 200, { topTracks: [] }, '/track-swap', 'No tracks found'],
  ['user/get-users', 400, {}, '/track-swap?find=mirelle', 'Failed to search users'],
  ['user/get-users', 200, { userProfile: [] }, '/track-swap?find=mirelle', 'No users found'],
] as const

for (const [call, status, json, path, text] of readings)
  test(`${call}, answered ${status} ${JSON.stringify(json)}, makes ${path} say '${text}'`, async ({ page }) => {
    await answers(page, call, status, json)
    await page.goto(path)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    if (status === 400) await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible()
  })

test('the history that failed can be tried again', async ({ page }) => {
  // The demo invites newcomers: news of it would have the history asked for again by itself.
  const now = await (await page.request.get('/api/user/status')).json()
  await page.route('**/api/user/status*', (route) => route.fulfill({ json: now }))
  await answers(page, 'get-song-swaps', 404, {})
  await page.goto('/track-swap-history')
  await expect(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible()
  await answers(page, 'get-song-swaps', 200, { songSwaps: [] })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No track swaps yet')).toBeVisible()
})

for (const [call, path, text] of [
  ['find-song-swap-match', '/track-swap', 'Finding your match...'],
  ['user/get-users', '/track-swap?find=mirelle', 'Searching...'],
  ['user/top-tracks', '/track-swap', 'Loading tracks...'],
] as const)
  test(`while ${call} is not answered it is said: '${text}'`, async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((done) => (letGo = done))
    await page.route(`**/api/${call}?**`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    letGo()
    await expect(page.getByText(text)).toHaveCount(0)
  })

const starts = [
  ['create-song-swap', {}, 'Failed to create song swap'],
  ['add-song-swap-track', {}, 'Failed to add track to song swap'],
  ['add-song-swap-track', { error: 'The track is gone.' }, 'The track is gone.'],
] as const

for (const [call, json, text] of starts)
  test(`a swap that is refused by ${call} with ${JSON.stringify(json)} says '${text}'`, async ({ page, server }) => {
    const bo = await signUpWithListens(server.url, 'bo')
    await answers(page, call, 400, json)
    await chooseMatch(page, bo.name)
    await sendSwap(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to initiate song swap')
    await expect(alert).toContainText(text)
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible()
  })

test('a track and a rating that are refused say which of them it was', async ({ page, server }) => {
  const bo = await signUpWithListens(server.url, 'bo')
  const swap = await begin(server, bo, member.name)
  const alert = page.getByRole('alert')
  await answers(page, 'add-song-swap-track', 400, {})
  await page.goto(`/track-swap-action?id=${swap}`)
  await expect(page.getByRole('heading', { name: 'Send a Track' })).toBeVisible()
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Send Track' }).click()
  await expect(alert).toContainText('Failed to send track')
  await page.unrouteAll()
  await sendTrack(server, member, swap)
  await alert.getByRole('button', { name: 'Discard' }).click()

  await answers(page, 'add-song-swap-reaction', 400, {})
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Rate Track' })).toBeVisible()
  await page.getByRole('radio', { name: '2' }).check()
  await page.getByRole('button', { name: 'Rate Track' }).click()
  await expect(alert).toContainText('Failed to rate track')
})
