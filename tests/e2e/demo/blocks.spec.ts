import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, readStoredTexts, signUp, signUpWithListens, write } from '../support/people.ts'
import { say } from '../support/talk.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** Opens the member's menu on the profile, chooses and confirms. */
async function choose(page: Page, name: string, what: 'Block' | 'Mute') {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: `${what}...` }).click()
  await page.getByRole('button', { name: what, exact: true }).click()
}

test('a member that is muted, then blocked, without a connection is in no stored list', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUpWithListens(server.url, 'bo')]
  const [track] = await server.query<{ id: string }>('select id from tracks order by id limit 1')
  const news = `News from ${bo.name}`
  const shared = { user: bo.name, title: news, body: news, relatedtype: 'Track', relatedid: String(track?.id) }
  await write(server.url, bo, '/api/create-broadcast', shared)
  await write(server.url, bo, '/api/user/follow', { follower: bo.name, followee: ada.name })
  await say(server, bo, ada, 'Hello')
  /** The screens with the member's name, each stored once it was shown. */
  const screens = ['/', '/activity', '/dm', `/followers/${ada.name}`]
  const isShownOn = async (path: string, isShown: boolean) => {
    await page.goto(path)
    const named = page.getByRole('main').getByText(bo.name).filter({ visible: true })
    if (isShown) return expect(named.first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    return expect(named).toHaveCount(0)
  }

  await logIn(page, ada)
  await isReadyForOffline(page)
  for (const path of screens) await isShownOn(path, true)
  await page.goto(`/profile/${bo.name}`)
  await expect(page.getByRole('button', { name: `More about ${bo.name}` })).toBeVisible()
  for (const key of [
    '"activity","list"',
    '"messages","conversations"',
    '"accounts","followers"',
    '"accounts","profile"',
  ])
    await expect.poll(() => readStoredTexts(page)).toContain(key)

  await context.setOffline(true)
  await choose(page, bo.name, 'Mute')
  await expect.poll(() => readStoredTexts(page)).toContain('"accounts.setMute"')
  for (const path of screens) await isShownOn(path, path !== '/' && path !== '/activity')
  await page.goto(`/profile/${bo.name}`)
  await choose(page, bo.name, 'Block')
  await expect(page.getByText(`You have blocked ${bo.name}.`)).toBeVisible()
  for (const path of screens) await isShownOn(path, false)

  await context.setOffline(false)
  const blocks = () =>
    server.query('select 1 from blocks b join members m on m.id = b.blocker_id where m.name = $1', ada.name)
  await expect.poll(async () => (await blocks()).length, { timeout: 30_000 }).toBe(1)
  for (const path of screens) await isShownOn(path, false)
})
