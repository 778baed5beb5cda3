import type { Browser, Page } from '@playwright/test'
import { SWAP_ID_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { PASSWORD } from '#tests/support/spec-only-community.ts'
import type { SpecOnlyHost } from '#tests/support/spec-only-host.ts'
import { isReadyForOffline, logIn } from '../support/people.ts'
import { expect, mirelle, test } from '../support/spec-only-world.ts'
import { chooseMatch, chooseTrack, openFromHistory, sendSwap } from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'

/** Opens another member on that host, on their own phone. */
async function another(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await logIn(page, { name, password: PASSWORD })
  return page
}

/** Creates a swap between mirelle and kojiro on the host; returns its id. */
function aSwap(
  host: SpecOnlyHost,
  it: { initiated?: string; tracks?: [number | null, number | null]; reactions?: [number | null, number | null] },
): number {
  const { initiated = 'mirelle', tracks = [1, null], reactions = [null, null] } = it
  const matched = initiated === 'mirelle' ? 'kojiro' : 'mirelle'
  const id = host.community.nextId()
  host.community.swaps.push({ id, initiated, matched, tracks, reactions, at: new Date() })
  return id
}

const writes = (host: SpecOnlyHost) =>
  host.requests
    .filter((request) => request.startsWith('POST /api/') && !request.includes('login'))
    .map((request) => request.replace(/&client_id=.*/, ''))

test('two members play a whole game by the calls of the spec', { tag: NIGHTLY }, async ({
  page,
  browser,
  baseURL,
  host,
}) => {
  test.slow()
  await logIn(page, mirelle)
  await page.goto('/track-swap-entry')
  await page.getByRole('button', { name: 'Start Track Swap' }).click()
  await expect(page.getByText('Matched with:')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'kojiro' })).toBeVisible()
  const sent = await sendSwap(page)
  await expect(page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible()
  const id = host.community.swaps[0]?.id
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), SWAP_ID_KEY)).toBe(String(id))

  const kojiro = await another(browser, baseURL, 'kojiro')
  await openFromHistory(kojiro, 'mirelle')
  await expect(kojiro.getByRole('heading', { name: "You've Received a Track Swap Invite" })).toBeVisible()
  await expect(kojiro.getByRole('heading', { name: sent })).toBeVisible()
  await kojiro.getByRole('radio', { name: '3' }).check()
  const answered = await chooseTrack(kojiro, 2)
  await kojiro.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect(kojiro.getByRole('heading', { name: "You've Responded to a Track Swap" })).toBeVisible()
  await expect.poll(() => host.community.swaps[0]?.reactions).toEqual([null, 3])

  await openFromHistory(page, 'kojiro')
  await expect(page.getByRole('heading', { name: 'Your Match Has Responded' })).toBeVisible()
  await expect(page.getByRole('heading', { name: answered })).toBeVisible()
  await page.getByRole('radio', { name: '5' }).check()
  await page.getByRole('button', { name: 'View Swap Results' }).click()
  await expect(page).toHaveURL(`/track-swap-results?id=${id}`)
  await expect.poll(() => host.community.swaps[0]?.reactions).toEqual([5, 3])

  await openFromHistory(kojiro, 'mirelle')
  for (const it of [page, kojiro]) {
    await expect(it.getByRole('heading', { name: 'Track Swap Results' })).toBeVisible()
    await expect(it.getByText('+3 swag')).toBeVisible()
    await expect(it.getByText('+5 swag')).toBeVisible()
    await expect(it.getByText('Taste in common')).toHaveCount(0)
  }
  const track = (name: string) => host.community.tracks.find((candidate) => candidate.track === name)?.id
  expect(writes(host)).toEqual([
    'POST /api/create-song-swap?user=mirelle&matched_user=kojiro',
    `POST /api/add-song-swap-track?user=mirelle&songswapid=${id}&trackid=${track(sent)}`,
    `POST /api/add-song-swap-track?user=kojiro&songswapid=${id}&trackid=${track(answered)}`,
    `POST /api/add-song-swap-reaction?user=kojiro&songswapid=${id}&reaction=3`,
    `POST /api/add-song-swap-reaction?user=mirelle&songswapid=${id}&reaction=5`,
  ])
  await kojiro.context().close()
})

test('a spec-only host offers no unsupported actions, and no data is invented', { tag: NIGHTLY }, async ({
  page,
  host,
}) => {
  await logIn(page, mirelle)
  await page.goto('/swap-points-results')
  await expect(page.getByText('No swap points yet')).toBeVisible()
  await expect(page.getByText('New match available in —')).toBeVisible()
  const done = aSwap(host, { tracks: [1, 2], reactions: [4, 2] })
  await page.goto(`/swap-points-results?id=${done}`)
  await expect(page.getByRole('heading', { name: "Congratulations! It's a Win Win" })).toBeVisible()
  await expect(page.getByText('New match available in —')).toBeVisible()
  await page.goto(`/track-swap-detail?id=${aSwap(host, {})}`)
  await expect(page.getByRole('heading', { name: 'You Initiated a Track Swap' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw Swap' })).toHaveCount(0)
  await page.goto(`/track-swap-detail?id=${aSwap(host, { initiated: 'kojiro' })}`)
  await expect(page.getByRole('button', { name: 'Send Rating & Track' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline Swap' })).toHaveCount(0)
  await chooseMatch(page, 'tamsin')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByText(/You both play|Nothing in common|New match available/)).toHaveCount(0)
})

test('on a spec-only host the initiator may rate before the match has', { tag: NIGHTLY }, async ({ page, host }) => {
  const id = aSwap(host, { tracks: [1, 2] })
  await logIn(page, mirelle)
  await page.goto(`/track-swap-detail?id=${id}`)
  await page.getByRole('radio', { name: '4' }).check()
  await page.getByRole('button', { name: 'View Swap Results' }).click()
  await expect(
    page
      .getByText('Waiting for kojiro to rate your track', { exact: false })
      .or(page.getByText(/Waiting for kojiro to rate yours/)),
  ).toBeVisible()
  await expect.poll(() => host.community.swaps[0]?.reactions).toEqual([4, null])
})

test('a swap without a track is a data error, for either member', { tag: NIGHTLY }, async ({ page, host }) => {
  await logIn(page, mirelle)
  for (const it of [
    { tracks: [null, null] as [null, null] },
    { initiated: 'kojiro', tracks: [null, 2] as [null, number] },
  ]) {
    await page.goto(`/track-swap-detail?id=${aSwap(host, it)}`)
    await expect(page.getByText('Swap Data Error')).toBeVisible()
    await expect(
      page.getByText(
        'This swap is missing a sent track from the initiator. Please contact support or delete this swap.',
      ),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to History' })).toBeVisible()
  }
})

test('a game with every step taken in a tunnel arrives once, in order, at a host without deduplication', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, host }) => {
  test.slow()
  const invite = aSwap(host, { initiated: 'kojiro' })
  await logIn(page, mirelle)
  await isReadyForOffline(page)
  await chooseMatch(page, 'tamsin')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto(`/track-swap-detail?id=${invite}`)
  await expect(page.getByRole('option').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('radio', { name: '2' }).check()
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect(page.getByText('Your rating is saved. It is sent when you are back online.')).toBeVisible()
  await page.goto('/track-swap')
  await sendSwap(page)
  await expect(
    page.getByRole('heading', { name: 'Track swap saved. It is sent when you are back online.' }),
  ).toBeVisible()
  await page.reload()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Track Swap Sent!' })).toBeVisible({ timeout: 30_000 })
  await expect
    .poll(() => host.community.swaps.map(({ tracks, reactions }) => ({ tracks, reactions })))
    .toEqual([
      { tracks: [1, 1], reactions: [null, 2] },
      { tracks: [1, null], reactions: [null, null] },
    ])
  const calls = writes(host).map((write) => write.split('?')[0])
  const times = (path: string) => calls.filter((call) => call === `POST /api/${path}`).length
  expect(['create-song-swap', 'add-song-swap-track', 'add-song-swap-reaction'].map(times)).toEqual([1, 2, 1])
})
