import type { Page } from '@playwright/test'
import { PICTURE_SIDES } from '#contract/accounts/pictures.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { aPng } from '#tests/support/pictures/png.ts'
import { lastDownload, setConnection } from '../support/downloads.ts'
import { broadcast, feed, logIn, type Member, shareTrack, signUpWithListens, write } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { begin, chooseRating, chooseTrack, rate, sendTrack } from '../support/swaps.ts'
import { say } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

test.use({ areDownloadsOn: true })

const NOT_STORED = 'Not on this device yet'
/** Requests that may follow a visit. */
const REQUESTS_MAX = 32

test('one visit stores every screen with at most 32 spaced requests; actions in a tunnel on stored screens arrive once', {
  tag: WITH_WORKER,
}, async ({ page, context, server }) => {
  test.setTimeout(120_000)
  const world = await aWorld(server)
  const author = await giveAuthorPicture(server)
  const requests = await visit(page, world.me)
  expect(requests.map(({ path }) => path)).toContain('/api/user/offline-copy')
  expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX)
  // The first request for each path but the profile, which is requested once the page is idle:
  // meanwhile the feed polls what it shows.
  const firsts = requests.filter(
    ({ path }, place) => path !== '/api/user/profile' && requests.findIndex((other) => other.path === path) === place,
  )
  const spaces = firsts.slice(1).map(({ at }, place) => at - (firsts[place]?.at ?? 0))
  expect(Math.min(...spaces), JSON.stringify(requests)).toBeGreaterThan(400)

  await context.setOffline(true)
  for (const [path, content] of await screensOf(server, world, author)) {
    await page.goto(path)
    await expect(page.locator('main').getByText(content).first(), path).toBeVisible()
    // Taste comparisons and invitations are not downloaded, as the screens state.
    if (!path.startsWith('/profile/') && path !== '/settings/privacy')
      await expect(page.getByText(NOT_STORED), path).toHaveCount(0)
  }
  await page.goto(`/profile/${author}`)
  // The stored size replaces the one that the screen requests.
  const picture = page.locator('main img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(PICTURE_SIDES.med)

  await page.goto('/')
  await page
    .getByRole('button', { name: /Messages/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(world.bo.name)).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await expect(page.getByText('That is everything stored on this device.')).toBeVisible({ timeout: 300 })
  }).toPass()
  // From 200 broadcasts; consecutive posts by System are one row.
  expect(Number(await feed(page).getByRole('article').last().getAttribute('aria-posinset'))).toBeGreaterThan(100)

  await actInTunnel(page, world)
  await context.setOffline(false)
  await expect.poll(() => ledger(server, world), { timeout: 20_000 }).toEqual(ARRIVED)
  await expect(page.getByRole('status').filter({ hasText: /waiting to send/ })).toBeHidden()
  expect(await ledger(server, world)).toEqual(ARRIVED)
})

test('on mobile data nothing is downloaded until the member agrees, and downloads can be removed', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const me = await signUpWithListens(server.url)
  await setConnection(page, { type: 'cellular', effectiveType: '4g' })
  await logIn(page, me)
  const copies: string[] = []
  page.on('request', (request) => request.url().includes('/api/user/offline-copy') && copies.push(request.url()))
  await page.reload()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await page.goto('/settings/device')
  await expect(page.getByText('Paused on mobile data.')).toBeVisible()
  await expect(page.getByText('Not everything is downloaded yet.')).toBeVisible()
  // Long after the two seconds that a page is quiet before a download.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(6000)
  expect(copies).toEqual([])
  await page.getByRole('switch', { name: 'Download on mobile data' }).click()
  await expect(page.getByText('Paused on mobile data.')).toBeHidden()
  await expect.poll(() => copies.length).toBe(1)
  await expect.poll(() => lastDownload(page), { timeout: 40_000 }).toBeDefined()
  await expect(page.getByText(/B of 50 MB/)).toBeVisible()
  // Otherwise the data could be downloaded again before the connection ends.
  await page.getByRole('switch', { name: 'Download on mobile data' }).click()
  await expect(page.getByText('Paused on mobile data.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove downloads' }).click()
  await expect(page.getByText('Downloads removed').first()).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/broadcast-track')
  await expect(page.getByText(NOT_STORED)).toBeVisible()
})

interface World {
  readonly me: Member
  readonly bo: Member
  readonly cy: Member
  /** From `bo`, waiting for a track and a rating. */
  readonly invite: number
  /** Started by the member and answered by `cy`: waits for a rating. */
  readonly answered: number
}

/** Creates everything that a member may need in a tunnel, with no screen ever opened. */
async function aWorld(server: Server): Promise<World> {
  const me = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const cy = await signUpWithListens(server.url, 'cy')
  await say(server, bo, me, 'shall we swap?')
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: me.name })
  const invite = await begin(server, bo, me.name)
  const answered = await begin(server, me, cy.name)
  await sendTrack(server, cy, answered)
  await rate(server, cy, answered, 3)
  return { me, bo, cy, invite, answered }
}

/** Visits the feed until all downloads are complete. Returns the download's requests. */
async function visit(page: Page, member: Member) {
  const requests: { path: string; at: number }[] = []
  await logIn(page, member)
  page.on('request', (request) => {
    const { pathname: path } = new URL(request.url())
    const isPoll = path === '/api/user/status'
    const isFirst = path === '/api/user/offline-copy' || requests.length > 0
    if (isFirst && !isPoll && /^\/(?:api|pictures)\//.test(path)) requests.push({ path, at: Date.now() })
  })
  await page.reload()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  expect(requests).toEqual([])
  await expect.poll(() => lastDownload(page), { timeout: 40_000 }).toMatchObject({ isComplete: expect.any(Boolean) })
  return requests
}

/** Returns every screen that can be reached, and its expected content. */
async function screensOf(server: Server, { me, bo, cy, invite, answered }: World, author: string) {
  const shared = (await feedOf(server, 190)).filter(({ type }) => type === 'Track')
  const far = shared.at(-1)
  return [
    ['/', 'System'],
    [`/broadcast/${far?.id}`, far?.track ?? ''],
    ['/profile', 'plays in the last month'],
    [`/profile/${author}`, 'Top Broadcasted Tracks'],
    [`/profile/${bo.name}`, bo.name],
    ['/dm', bo.name],
    [`/dm/${bo.name}`, 'shall we swap?'],
    ['/activity', bo.name],
    ['/track-swap-entry', 'Get Matched'],
    ['/track-swap', bo.name],
    ['/track-swap-history', cy.name],
    [`/track-swap-detail?id=${invite}`, "You've Received a Track Swap Invite"],
    [`/track-swap-action?id=${answered}`, cy.name],
    ['/friends', 'Friends with similar music taste to you'],
    [`/followers/${me.name}`, bo.name],
    [`/following/${me.name}`, 'Not following anyone yet'],
    ['/settings/listening', 'Connections'],
    ['/settings/privacy', 'Private profile'],
    ['/settings/device', 'B of 50 MB'],
    ['/outbox', 'Outbox'],
    ['/broadcast-track', 'Choose one of your recent tracks'],
  ] as const
}

/** Uploads a picture for the newest shared track's author. Returns their name. */
async function giveAuthorPicture(server: Server): Promise<string> {
  const author = (await feedOf(server, 100)).find(({ type }) => type === 'Track')?.user ?? ''
  await server.query("update members set picture_url = '/pictures/testpicture-0123456789' where name = $1", author)
  for (const [size, side] of Object.entries(PICTURE_SIDES))
    await server.query(
      `insert into pictures (hash, size, member_id, type, bytes)
        select 'testpicture-0123456789', $2, id, 'image/png', decode($3, 'base64') from members where name = $1`,
      author,
      size,
      aPng(side).toString('base64'),
    )
  return author
}

async function feedOf(server: Server, limit: number) {
  const response = await fetch(`${server.url}/api/get-broadcasts?limit=${limit}`)
  // The app's own server has this shape.
  const { broadcasts } = (await response.json()) as {
    broadcasts: { id: number; user: string; type: string; track: string }[]
  }
  return broadcasts
}

const CAPTION = 'from the tunnel'

/** Sends a broadcast, a track with a rating, and a last rating. */
async function actInTunnel(page: Page, { invite, answered }: World): Promise<void> {
  await page.goto('/')
  await shareTrack(page, CAPTION)
  await expect(broadcast(page, CAPTION)).toBeVisible()
  await page.goto(`/track-swap-detail?id=${invite}`)
  await chooseRating(page, 4)
  await chooseTrack(page)
  await page.getByRole('button', { name: 'Send Rating & Track' }).click()
  // Both actions are stored: leaving the page between them would lose the second one.
  await expect(page.getByText("You've Responded to a Track Swap")).toBeVisible()
  await page.goto(`/track-swap-action?id=${answered}`)
  await chooseRating(page, 5)
  await page.getByRole('button', { name: 'Rate Track' }).click()
  await expect(page.getByText(/waiting to send/).first()).toBeVisible()
}

const ARRIVED = { shares: 1, responses: 1, matched_rating: 4, initiator_rating: 5 }

/** Returns the server's rows for the actions in the tunnel. */
async function ledger(server: Server, { me, invite, answered }: World) {
  const [row] = await server.query<typeof ARRIVED>(
    `select (select count(*)::int from broadcasts join members on members.id = author_id
        where members.name = $1 and title = $2) as shares,
      (select count(*)::int from song_swaps where id = $3 and matched_track_id is not null) as responses,
      (select matched_rating::int from song_swaps where id = $3) as matched_rating,
      (select initiator_rating::int from song_swaps where id = $4) as initiator_rating`,
    me.name,
    CAPTION,
    invite,
    answered,
  )
  return row
}
