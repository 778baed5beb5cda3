import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, type Member, signUpWithListens } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Top listeners' }).getByRole('listitem')

/**
 * Returns a member's most played artist with a depth, from the database: one with at least ten
 * tracks known here.
 */
async function favourite(server: Server, { name }: Member) {
  const [row] = await server.query<{ id: string; name: string; plays: number; tracks: string }>(
    `select artists.id, artists.name, own.plays,
      (select count(distinct track_id) from plays_daily where artist_id = own.artist_id and member_id = own.member_id) as tracks
    from artist_plays as own join artists on artists.id = own.artist_id join members on members.id = own.member_id
    where members.name = $1 and
      (select count(distinct track_id) from plays_daily where plays_daily.artist_id = own.artist_id) >= 10
    order by own.plays desc, artists.id limit 1`,
    name,
  )
  if (!row) throw new Error(`${name} has listened to nothing.`)
  return row
}

test("an artist is ranked by the plays in the database, starting from the member's own profile", {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  const artist = await favourite(server, member)
  await logIn(page, member)
  await page.goto('/profile')
  await page.getByRole('list', { name: 'Top artists' }).getByRole('link', { name: artist.name }).click()
  await expect(page).toHaveURL(`/artist/${artist.id}`)
  await expect(page.getByRole('heading', { level: 2, name: artist.name })).toBeVisible()
  const own = rows(page).filter({ hasText: member.name })
  await expect(own).toContainText(`${artist.plays} play`)
  await expect(page.getByText('Your ranking').locator('..')).toContainText('#')
  await expect(page.getByText('Your scrobbles').locator('..')).toContainText(String(artist.plays))
  expect(await rows(page).count()).toBeLessThanOrEqual(7)

  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(`/artist/${artist.id}?period=7day`)
  await page.reload()
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('navigation', { name: 'Period' }).locator('[aria-current]')).toHaveCount(1)
  await page.getByRole('link', { name: 'All time' }).click()
  await expect(page).toHaveURL(`/artist/${artist.id}`)

  const first = await rows(page).first().locator('a').getAttribute('href')
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(first === `/profile/${member.name}` ? '/profile' : (first ?? ''))
})

test("the exploration shows the member's own depth and others in five bands", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const artist = await favourite(server, member)
  await logIn(page, member)
  await page.goto(`/artist/${artist.id}`)
  await page.getByRole('link', { name: 'How deep have you gone?' }).click()
  await expect(page).toHaveURL(`/exploration/${artist.id}`)
  await expect(page.getByText('Your Current Zone')).toBeVisible()
  await expect(page.getByText('Exploration Ranking')).toBeVisible()
  await expect(
    page.getByText(new RegExp(`You have heard ${artist.tracks} of the \\d+ tracks known here`)),
  ).toBeVisible()
  const zones = page.getByRole('list', { name: `Explorers of ${artist.name}` }).locator('> li > span:first-child')
  await expect(zones).toHaveText(['Beach Zone', 'Sunlight Zone', 'Twilight Zone', 'Midnight Zone', 'Abyss'])
  await page.getByRole('link', { name: 'Back to Leaderboard' }).click()
  await expect(page).toHaveURL(`/artist/${artist.id}`)
})

test('viewed screens are available in a tunnel, without a redirect to the log-in', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const member = await signUpWithListens(server.url)
  const artist = await favourite(server, member)
  await logIn(page, member)
  await isReadyForOffline(page)
  const seen = [
    [`/artist/${artist.id}`, rows(page).filter({ hasText: member.name })],
    [`/exploration/${artist.id}`, page.getByText('tracks known here')],
    ['/profile', page.getByText('in the last month')],
  ] as const
  for (const [path, what] of seen) {
    await page.goto(path)
    await expect(what).toBeVisible()
  }
  await context.setOffline(true)
  for (const [path, what] of seen) {
    await page.goto(path)
    await expect(what).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/artist/2147483646')
  await expect(page.getByText('Not on this device yet')).toBeVisible()
})

test('a visitor sees a leaderboard without an own place, and is invited', { tag: NIGHTLY }, async ({ page }) => {
  await page.goto('/artist/1')
  await expect(page.getByRole('list', { name: 'Top listeners' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Your ranking')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('a visitor sees the explorers, and is invited to sign in for their own depth', { tag: NIGHTLY }, async ({
  page,
}) => {
  await page.goto('/exploration/1')
  await expect(page.getByRole('list', { name: /^Explorers of/ })).toBeVisible()
  await expect(page.getByText('Your Current Zone')).toHaveCount(0)
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fexploration%2F1/)
})

test('an id that is not a number is not requested, and an id without an artist is not found', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  for (const path of ['/artist/mothlight', '/exploration/1.5', '/artist/0']) {
    await page.goto(path)
    await expect(page.getByText('Artist not found')).toBeVisible()
  }
  expect(requested.filter((path) => path.startsWith('/api/artist/'))).toEqual([])
  for (const path of ['/artist/2147483646', '/exploration/2147483646']) {
    await page.goto(path)
    await expect(page.getByText('Artist not found')).toBeVisible()
  }
})

test('members of similar taste are part of the search, which invites a visitor to sign up', { tag: NIGHTLY }, async ({
  page,
}) => {
  await page.goto('/friends')
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('heading', { name: 'Find people like you' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/signup?next=%2Fsearch')
})
