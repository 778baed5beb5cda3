import { NIGHTLY } from '#tests/support/nightly.ts'
import type { SpecOnlyHost } from '#tests/support/spec-only-host.ts'
import {
  broadcast,
  feed,
  fillSignUp,
  isReadyForOffline,
  likeButton,
  logIn,
  newMember,
  shareTrack,
} from '../support/people.ts'
import { expect, mirelle, test } from '../support/spec-only-world.ts'
import { WITH_WORKER } from '../support/with-worker.ts'

const likedBy = (host: SpecOnlyHost, title: string) => [
  ...(host.community.broadcasts.find((broadcast) => broadcast.title === title)?.likedBy ?? []),
]

test('the feed of a spec-only host is read, liked and shared to', { tag: WITH_WORKER }, async ({ page, host }) => {
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toHaveAttribute('aria-setsize', '12')
  await logIn(page, mirelle)
  const card = broadcast(page, 'Number 12 of twelve')
  await likeButton(card).click()
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true')
  await expect(likeButton(card)).toContainText('1')
  await expect.poll(() => likedBy(host, 'Number 12 of twelve')).toEqual(['mirelle'])
  await shareTrack(page, 'Shared on another host')
  await expect(broadcast(page, 'Shared on another host')).toContainText('mirelle')
  await expect
    .poll(() => host.community.broadcasts.filter(({ title }) => title === 'Shared on another host'))
    .toHaveLength(1)
  await expect(broadcast(page, 'Shared on another host')).toHaveCount(1)
  await expect(broadcast(page, 'Shared on another host')).not.toContainText('Waiting')
})

test('a track with " by " in its name is split at the last one', async ({ page }) => {
  await page.goto('/')
  const card = feed(page).getByRole('article').filter({ hasText: 'Basalt Choir' }).first()
  await expect(card.getByText('Stand by Me', { exact: true })).toBeVisible()
  await expect(card.getByText('Basalt Choir', { exact: true })).toBeVisible()
})

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('times without a zone are read as UTC far from Greenwich', async ({ page }) => {
    await page.goto('/')
    await expect(feed(page).getByRole('article').first().locator('time')).toHaveText(/^[123] min/)
  })
})

test('signing up, logging in and out work without sessions', async ({ page }) => {
  const member = newMember()
  await page.goto('/signup')
  await fillSignUp(page, member)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText(member.name).first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
})

test('a like in a tunnel arrives once at a spec-only host', { tag: WITH_WORKER }, async ({ page, context, host }) => {
  await logIn(page, mirelle)
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await isReadyForOffline(page)
  await context.setOffline(true)
  const card = broadcast(page, 'Number 11 of twelve')
  await likeButton(card).click()
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)
  await expect.poll(() => likedBy(host, 'Number 11 of twelve'), { timeout: 30_000 }).toEqual(['mirelle'])
})

test('a like that already exists counts as a like', { tag: NIGHTLY }, async ({ page, host }) => {
  await logIn(page, mirelle)
  const card = broadcast(page, 'Number 9 of twelve')
  await expect(card).toBeVisible()
  await expect
    .poll(() => host.requests.filter((request) => request.includes('/api/get-broadcasts?current_user=mirelle')))
    .not.toEqual([])
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'false')
  host.community.broadcasts.find(({ title }) => title === 'Number 9 of twelve')?.likedBy.add('mirelle')
  await likeButton(card).click()
  await expect
    .poll(() => host.requests.filter((request) => request.startsWith('POST /api/create-like')))
    .toHaveLength(1)
  await expect(likeButton(card)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/could not be sent/)).toHaveCount(0)
})

test('a lost connection is found again without a status call and without pending actions', { tag: NIGHTLY }, async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await logIn(page, mirelle)
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ })
  const isApi = (url: URL) => url.pathname.startsWith('/api/')
  await context.route(isApi, (route) => route.abort())
  // The press on the tab refreshes once its code has loaded.
  await expect(async () => {
    await page.getByRole('link', { name: 'Feed' }).click()
    await expect(strip).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.unroute(isApi)
  await expect(strip).toBeHidden({ timeout: 15_000 })
})
