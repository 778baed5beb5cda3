import type { Page } from '@playwright/test'
import { MEMBER_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  broadcast,
  isReadyForOffline,
  likeButton,
  logIn,
  readStoredTexts,
  shareTrack,
  signUpWithListens,
} from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)
const ownProfile = /\/api\/user\/profile\?user=ada[^&]*$/

test('a refused profile at startup signs out, clears the stored user and retains pending actions', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const ada = await signUpWithListens(server.url)
  await logIn(page, ada)
  const words = `Before the refusal, ${ada.name}`
  await shareTrack(page, words)
  await expect(likeButton(broadcast(page, words))).toBeVisible()
  await isReadyForOffline(page)
  // Earlier actions are not lost: they are queued until this member returns.
  await context.route('**/api/create-like*', (route) => route.abort())
  await likeButton(broadcast(page, words)).click()
  await expect(page.getByText(/1 action waiting to send/)).toBeVisible()
  await context.route(ownProfile, (route) => route.fulfill({ status: 400, json: { error: 'No such member.' } }))
  await page.reload()
  await expect(page.getByText('Failed to fetch user profile').first()).toBeVisible()
  await expect.poll(() => stored(page)).toBe(null)
  await page.goto('/profile')
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  expect(await readStoredTexts(page)).toContain('broadcasts.setLike')
})

test('a profile without a response at startup signs no member out, in a tunnel or with a broken server', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const ada = await signUpWithListens(server.url)
  await logIn(page, ada)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible()
  await expect.poll(() => readStoredTexts(page)).toContain('"queryKey":["accounts","profile"')
  for (const response of [502, 429, 'none'] as const) {
    await context.unroute(ownProfile)
    const requested = page.waitForRequest(ownProfile)
    await context.route(ownProfile, (route) =>
      response === 'none' ? route.abort() : route.fulfill({ status: response, body: 'no' }),
    )
    await page.goto('/profile')
    await (await requested).response().catch(() => null)
    await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(await stored(page)).toContain(ada.name)
  }
})
