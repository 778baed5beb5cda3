import type { Page } from '@playwright/test'
import { FEED_SEEN_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, readStoredTexts, signUp, signUpWithListens, write } from '../support/people.ts'
import { begin, rate, sendTrack } from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const responses = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}?**`, (route) => route.fulfill({ status, json: body }))

/** The minimum interval in which a swap that is waiting for the match is read, in ms. */
const POLL_MS = 6000

test('/dm lists conversations: none, one, and without a connection', { tag: WITH_WORKER }, async ({
  page,
  context,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await isReadyForOffline(page)
  await page.goto('/dm')
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(page.getByText('User not found.')).toHaveCount(0)
  await write(server.url, bo, '/api/send-direct-message', { user: bo.name, recipient: ada.name, message: 'hello' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const link = page.getByRole('main').getByRole('link', { name: new RegExp(`${bo.name}.*1 unread`) })
  await expect(link).toBeVisible()
  await expect.poll(() => readStoredTexts(page)).toContain(`"conversant":"${bo.name}"`)
  await context.setOffline(true)
  await page.goto('/dm')
  await expect(link).toBeVisible()
})

test('the Feed tab has a dot for new broadcasts until the feed is opened, and counts no activity', async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  await logIn(page, ada)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), FEED_SEEN_KEY)).not.toBeNull()
  const [{ track } = { track: 0 }] = await server.query<{ track: number }>('select min(id)::int as track from tracks')
  await write(server.url, bo, '/api/create-broadcast', {
    user: bo.name,
    title: 'something new',
    body: '',
    relatedtype: 'Track',
    relatedid: String(track),
  })
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  await page.goto('/settings')
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Feed/ })
  await expect(tab).toHaveText('Feed (new broadcasts)')
  await tab.click()
  // A feed that was fetched less than 2 s ago does not move: new broadcasts are behind a button.
  const news = page.getByRole('button', { name: /^\d+ new broadcasts?$/ })
  await expect(page.getByText('something new').or(news).first()).toBeVisible()
  if (await news.isVisible()) await news.click()
  await expect(page.getByText('something new')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(tab).not.toContainText(/\d/)
})

test('a track that is too old for a swap is not offered', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.route(/\/api\/user\/top-tracks\?.*period=1month/, (route) => route.fulfill({ json: { topTracks: [] } }))
  await page.route(/\/api\/user\/top-tracks\?.*period=12month/, (route) => route.fulfill({ json: { topTracks: [] } }))
  await responses(page, '/api/find-song-swap-match', 200, { matched_user_profile: 'kojiro' })
  await page.goto('/track-swap')
  await expect(page.getByText('A Track Swap takes tracks that you played in the last 12 months.')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a swap waiting for the match updates within seconds, is polled by its ETag, and its results name the raters', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const [ada, bo] = [await signUpWithListens(server.url), await signUpWithListens(server.url, 'bo')]
  const swap = await begin(server, ada, bo.name)
  await page.clock.install()
  await logIn(page, ada)
  await page.goto(`/track-swap-detail?id=${swap}`)
  await expect(page.getByRole('heading', { name: 'You Initiated a Track Swap' })).toBeVisible()
  const isOfSwap = (url: string) => url.includes(`songswapid=${swap}`)
  const polled = page.waitForResponse((response) => isOfSwap(response.url()) && response.status() === 304)
  await page.clock.fastForward(POLL_MS)
  const unchanged = await polled
  expect(unchanged.request().headers()['if-none-match']).toBeDefined()
  await sendTrack(server, bo, swap)
  await rate(server, bo, swap, 4)
  await page.clock.fastForward(POLL_MS) // the status is read every 30 s, the swap more often
  await expect(page.getByRole('heading', { name: 'Your Match Has Responded' })).toBeVisible()
  await rate(server, ada, swap, 5)
  await page.goto(`/track-swap-results?id=${swap}`)
  await expect(page.getByText('+4 swag')).toBeVisible()
  await expect(page.getByText('+5 swag')).toBeVisible()
  // Without an id the latest completed swap is shown.
  await page.goto('/swap-points-results')
  await expect(page).toHaveURL(`/swap-points-results?id=${swap}`)
  await expect(page.getByRole('heading', { name: "Congratulations! It's a Win Win" })).toBeVisible()
  await expect(page.getByText(`${bo.name} rated your track 4`)).toBeVisible()
  await expect(page.getByText('You rated their track 5')).toBeVisible()
})
