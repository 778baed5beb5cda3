import { NIGHTLY } from '#tests/support/nightly.ts'
import { lastDownload } from '../support/downloads.ts'
import { feed, isReadyForOffline, logIn } from '../support/people.ts'
import { expect, mirelle, test } from '../support/spec-only-world.ts'
import { WITH_WORKER } from '../support/with-worker.ts'

test.use({ areDownloadsOn: true })

test('a host without batched reads gets single requests, at most 32, and their screens open in a tunnel', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, host }) => {
  await logIn(page, mirelle)
  await isReadyForOffline(page)
  const before = host.requests.length
  await expect.poll(() => lastDownload(page), { timeout: 40_000 }).toBeDefined()
  const isPoll = (request: string) => request.startsWith('GET /api/user/status')
  const requests = host.requests.slice(before).filter((request) => !isPoll(request))
  expect(requests.length).toBeLessThanOrEqual(32)
  const author = host.community.broadcasts.find(({ user }) => user !== mirelle.name)?.user ?? ''
  await context.setOffline(true)
  await page.goto(`/profile/${author}`)
  await expect(page.getByRole('heading', { level: 1, name: author })).toBeVisible()
  await page.goto('/broadcast-track')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
})
