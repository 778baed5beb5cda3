import type { Locator, Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn } from '../support/people.ts'
import { expect, mirelle, test } from '../support/spec-only-world.ts'
import { WITH_WORKER } from '../support/with-worker.ts'

/** This host's artists, the same for every member: most played first. */
const zoneOfPlace = ['Abyss', 'Midnight Zone', 'Midnight Zone', 'Twilight Zone', 'Sunlight Zone', 'Beach Zone']

const band = (page: Page, zone: string): Locator => page.getByRole('list', { name: zone, exact: true })

test('on a spec-only host the zone is the rank among the top artists, and no other ranking is shown', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await logIn(page, mirelle)
  for (const [index, zone] of zoneOfPlace.entries()) {
    await page.goto(`/exploration/${index + 1}`)
    await expect(band(page, zone).getByText('You')).toBeVisible()
    await expect(band(page, zone).getByRole('link', { name: 'kojiro' })).toBeVisible()
    await expect(page.getByText(/^This server does not count tracks, so there is no ranking/)).toBeVisible()
  }
  await expect(page.getByText(/\d%/)).toHaveCount(0)
})

test("a spec-only host's estimate is available in a tunnel, too", { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
}) => {
  await logIn(page, mirelle)
  await isReadyForOffline(page)
  await page.goto('/exploration/2')
  await expect(band(page, 'Midnight Zone').getByRole('link', { name: 'tamsin' })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(band(page, 'Midnight Zone').getByText('You')).toBeVisible()
  await expect(band(page, 'Midnight Zone').getByRole('link', { name: 'tamsin' })).toBeVisible()
})

test('an unknown artist is not found, although a spec-only host lacks the call', { tag: NIGHTLY }, async ({
  page,
  host,
}) => {
  await page.goto('/exploration/99')
  await expect(page.getByText('Artist not found')).toBeVisible()
  expect(host.requests.filter((request) => request.startsWith('GET /api/artist/by-id'))).toEqual([
    'GET /api/artist/by-id?id=99',
  ])
})

test('the leaderboard of a host that ranks only its list is shown', { tag: NIGHTLY }, async ({ page, host }) => {
  await logIn(page, { ...mirelle, name: 'ofelia' })
  await page.goto('/artist/2')
  await expect(page.getByRole('heading', { name: 'The Quiet Meridian' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top listeners' }).getByRole('listitem').nth(2)).toContainText('ofelia')
  await expect(page.getByText('#3').first()).toBeVisible()
  expect(host.requests).toContain('GET /api/artist/listens?user=ofelia&artist=The+Quiet+Meridian&period=overall')
})

test('a visitor is redirected to the log-in from a leaderboard, and returns to it', async ({ page }) => {
  await page.goto('/artist/2')
  await expect(page).toHaveURL(/\/login\?next=/)
  await logIn(page, mirelle)
  await expect(page).toHaveURL('/artist/2')
})

test('similar taste is shown as unavailable on a spec-only host, with an alternative', { tag: NIGHTLY }, async ({
  page,
}) => {
  await logIn(page, mirelle)
  await page.goto('/friends')
  await expect(page.getByText("You're in the same boat!")).toBeVisible()
  await expect(page.getByText('Similar taste is not available on this server')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Find Users' })).toBeVisible()
  await expect(page).toHaveURL('/search')
})

test('profiles show the data of a spec-only host, and mark missing data', async ({ page }) => {
  await logIn(page, mirelle)
  await page.goto('/profile')
  await expect(page.getByText('Daily plays are not available here.')).toBeVisible()
  await expect(band(page, 'Abyss').getByRole('link', { name: 'Lamplight Parade', exact: true })).toBeVisible()
  await page.goto('/profile/kojiro')
  await expect(page.getByText('This server does not compare tastes.')).toBeVisible()
  await band(page, 'Beach Zone').getByRole('link', { name: 'Basalt Choir' }).click()
  await expect(page).toHaveURL('/artist/6')
})

test('a spec-only host lists no listens, which the screen states without an error', { tag: NIGHTLY }, async ({
  page,
}) => {
  await logIn(page, mirelle)
  await page.goto('/listens')
  await expect(page.getByText("This server doesn't list listens.")).toBeVisible()
  await page.goto('/listens?user=kojiro')
  await expect(page.getByText("This server doesn't list listens.")).toBeVisible()
})

test('on a spec-only host a shared link is read from its URL, and only own tracks are broadcast', {
  tag: NIGHTLY,
}, async ({ page }) => {
  await logIn(page, mirelle)
  await page.goto(`/share?${new URLSearchParams({ text: 'https://www.last.fm/music/Nobody/_/Unheard' })}`)
  await expect(page.getByRole('textbox', { name: 'Artist', exact: true })).toHaveValue('Nobody')
  await page.getByRole('button', { name: 'Broadcast', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This server only accepts tracks you have played.')
  await page.goto(`/share?${new URLSearchParams({ text: 'https://www.deezer.com/track/3135556' })}`)
  await expect(page.getByText('This server does not look links up. Fill in artist and title.')).toBeVisible()
})
