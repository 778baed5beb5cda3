import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  isWorkerActive,
  logIn,
  type Member,
  readStoredTexts,
  signUp,
  signUpWithListens,
  write,
} from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const followers = (page: Page) => page.getByRole('link', { name: /\d+ followers?$/ })
const followsOf = async (server: Server, follower: string, followee: string) =>
  (
    await server.query(
      `select 1 from follows f join members a on a.id = f.follower_id join members b on b.id = f.followee_id
       where a.name = $1 and b.name = $2`,
      follower,
      followee,
    )
  ).length
const follow = (server: Server, by: Member, whom: Member) =>
  write(server.url, by, '/api/user/follow', { follower: by.name, followee: whom.name })
test('following shows at once, and the same button undoes it', { tag: NIGHTLY }, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await expect(followers(page)).toHaveText('0 followers')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await expect(followers(page)).toHaveText('1 follower')
  await expect.poll(() => followsOf(server, ada.name, bo.name)).toBe(1)
  await followers(page).click()
  await expect(page.getByRole('list', { name: 'Followers' })).toContainText(ada.name)
  await expect(page.getByRole('link', { name: /View Profile/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await page.getByRole('button', { name: 'Unfollow' }).click()
  await expect(followers(page)).toHaveText('0 followers')
  await expect.poll(() => followsOf(server, ada.name, bo.name)).toBe(0)
})

test('a follow in a tunnel shows at once, survives a reload and arrives once', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await expect(followers(page)).toHaveText('0 followers')
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeEnabled()
  await isWorkerActive(page)
  await expect.poll(() => readStoredTexts(page)).toContain('own-following')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: /Unfollow/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: bo.name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unfollow (waiting to be sent)' })).toBeVisible()
  await expect(followers(page)).toHaveText('1 follower')
  expect(await followsOf(server, ada.name, bo.name)).toBe(0)
  await context.setOffline(false)
  await expect.poll(() => followsOf(server, ada.name, bo.name), { timeout: 30_000 }).toBe(1)
  await expect(page.getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible()
})

test('profiles open for an unknown name, an id, and the member in any letter case', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto('/profile/nobody-at-all')
  await expect(page.getByText('User not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Friends' }).click()
  await expect(page).toHaveURL('/search')
  const [row] = await server.query<{ id: string }>('select id from members where name = $1', bo.name)
  await page.goto(`/profile/${row?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: bo.name })).toBeVisible()
  await page.goto(`/profile/${ada.name.toUpperCase()}`)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('a refused profile shows its status and nothing else', async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.route('**/api/user/profile?user=mirelle*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/profile/mirelle')
  await expect(page.getByText('Failed to fetch profile: Forbidden')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Friends' })).toBeVisible()
})

test("top broadcasted tracks follow the events, and count others' likes once", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUp(server.url))
  const tracks = [
    { broadcastid: 900_001, track: 'First', artist: 'A', likes: 3, isLiked: false, lastfmtrackurl: '' },
    { broadcastid: 900_002, track: 'Second', artist: 'B', likes: 3, isLiked: false, lastfmtrackurl: '' },
  ]
  await page.route('**/api/user/top-broadcasted-tracks*', (route) => route.fulfill({ json: { topTracks: tracks } }))
  await page.route('**/api/create-like*', (route) => route.fulfill({ json: { success: true } }))
  await page.goto('/profile/mirelle')
  const items = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Top broadcasted' })
    .getByRole('listitem')
  const emit = (name: string, broadcastId: number) =>
    page.evaluate(([type, id]) => window.dispatchEvent(new CustomEvent(type, { detail: { broadcastId: id } })), [
      name,
      broadcastId,
    ] as const)
  await expect(items).toHaveCount(2)
  await emit('broadcastLiked', 900_002)
  await expect(items.first()).toContainText('Second')
  await expect(items.first().getByRole('button', { name: 'Like, 4' })).toHaveAttribute('aria-pressed', 'true')
  await emit('broadcastUnliked', 900_002)
  await expect(items.nth(1).or(items.first()).filter({ hasText: 'Second' }).getByRole('button')).toHaveText('Like, 3')
  // An own like: +1, never +2, although it updates the whole page.
  await items.filter({ hasText: 'First' }).getByRole('button').click()
  await expect(items.first().getByRole('button')).toHaveText('Like, 4')
  tracks.splice(0, 1)
  await emit('broadcastDeleted', 900_001)
  await expect(items).toHaveCount(1)
})

test('a profile without broadcasts says so, and a refusal shows its error', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await expect(page.getByText('No broadcasted tracks yet')).toBeVisible()
  await expect(page.getByText('No top artists found')).toBeVisible()
  const refuse = (path: string) => page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
  await refuse('**/api/user/top-broadcasted-tracks*')
  await refuse('**/api/user/top-artists*')
  await refuse('**/api/user/followers*')
  await page.goto('/profile/kojiro')
  await expect(page.getByText('Failed to load tracks')).toBeVisible()
  await expect(page.getByText('Failed to load top artists')).toBeVisible()
  await page.goto(`/followers/${bo.name}`)
  await expect(page.getByText('No followers yet')).toBeVisible()
  await page.goto(`/following/${bo.name}`)
  await expect(page.getByText('Not following anyone yet')).toBeVisible()
  await page.goto('/followers/kojiro')
  await expect(page.getByText('Failed to load followers')).toBeVisible()
})

test("names change at once, also offline; others don't see them", { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const ada = await signUp(server.url)
  await logIn(page, ada)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First name must be at most 100 characters.')).toBeVisible()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  const firstNameOf = async () =>
    (await server.query<{ first_name: string }>('select first_name from members where name = $1', ada.name))[0]
      ?.first_name
  await expect.poll(firstNameOf, { timeout: 30_000 }).toBe('Augusta')
  const seen = await fetch(`${server.url}/api/user/profile?user=${ada.name}`)
  expect(await seen.text()).not.toContain('Augusta')
})

test('a hundred and twenty people are listed on scrolling', { tag: NIGHTLY }, async ({ page, server }) => {
  const ada = await signUpWithListens(server.url)
  const names = Array.from({ length: 120 }, (_, at) => `${ada.name}-fan${String(at).padStart(3, '0')}`)
  await server.query(
    `insert into members (name, name_key, email, first_name, last_name, password_hash, joined_at, last_login_at)
     select n, n, n || '@flipside.example', n, n, null, now(), now() from unnest($1::text[]) n`,
    names,
  )
  await server.query(
    `insert into follows (follower_id, followee_id, created_at)
     select f.id, a.id, now() from members f, members a where a.name = $1 and f.name = any($2) order by f.name`,
    ada.name,
    names,
  )
  await logIn(page, ada)
  await page.goto(`/followers/${ada.name}`)
  const list = page.getByRole('list', { name: 'Followers' })
  await expect(list).toContainText(names[119] ?? '')
  expect(await list.getByRole('listitem').count()).toBeLessThan(40)
  const first = list.getByText(names[0] ?? '', { exact: true })
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(first).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '120')
})

test('a blocked member disappears everywhere at once, also offline, and is restored in the settings', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await follow(server, ada, bo)
  await logIn(page, ada)
  await page.goto(`/following/${ada.name}`)
  await expect(page.getByText(bo.name, { exact: true })).toBeVisible()
  await page.goto(`/profile/${bo.name}`)
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await isWorkerActive(page)
  // A page that is older than its worker fetches missing files past it.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await expect.poll(() => readStoredTexts(page)).toContain('"following"')
  await context.setOffline(true)
  await page.getByRole('button', { name: `More about ${bo.name}` }).click()
  await page.getByRole('button', { name: 'Block...' }).click()
  await expect(page.getByText(/no longer see, follow, like, message/)).toBeVisible()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`You have blocked ${bo.name}.`)).toBeVisible()
  await page.goto(`/following/${ada.name}`)
  await expect(page.getByText('Not following anyone yet')).toBeVisible()
  await context.setOffline(false)
  const blocked = async () =>
    (await server.query('select 1 from blocks b join members m on m.id = b.blocker_id where m.name = $1', ada.name))
      .length
  await expect.poll(blocked, { timeout: 30_000 }).toBe(1)
  await page.goto('/settings')
  await page.getByRole('button', { name: `Unblock ${bo.name}` }).click()
  await expect(page.getByText("You haven't blocked or muted anyone.")).toBeVisible()
  await expect.poll(blocked, { timeout: 30_000 }).toBe(0)
})

test('muting can be undone before it is sent', { tag: NIGHTLY }, async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await page.getByRole('button', { name: `More about ${bo.name}` }).click()
  await page.getByRole('button', { name: 'Mute...' }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: `More about ${bo.name}` }).click()
  await expect(page.getByRole('button', { name: 'Mute...' })).toBeVisible()
})

test('a report has a character count, is stored while it is written, and reaches the admins', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  const open = async () => {
    await page.getByRole('button', { name: `More about ${bo.name}` }).click()
    await page.getByRole('button', { name: 'Report...' }).click()
  }
  await open()
  await expect(page.getByText('500 characters left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeDisabled()
  await page.getByLabel('Reason').fill('x'.repeat(501))
  await expect(page.getByText('1 characters too many')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeDisabled()
  await page.getByLabel('Reason').fill('Rude, twice.')
  await expect.poll(() => readStoredTexts(page)).toContain('Rude, twice.')
  await page.reload()
  await open()
  await expect(page.getByLabel('Reason')).toHaveValue('Rude, twice.')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const reasons = async () =>
    (
      await server.query<{ reason: string }>(
        'select reason from reports r join members m on m.id = r.reporter_id where m.name = $1',
        ada.name,
      )
    ).map(({ reason }) => reason)
  await expect.poll(reasons).toEqual(['Rude, twice.'])
})
