import type { Page } from '@playwright/test'
import { cacheDatabase, outboxDatabase } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  broadcast,
  feed,
  isReadyForOffline,
  likeButton,
  logIn,
  type Member,
  shareTrack,
  signUp,
  signUpWithListens,
} from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const idOf = '(select id from members where name = $1)'
const likesOf = async (server: Server, name: string) =>
  (await server.query(`select 1 from likes where member_id = ${idOf}`, name)).length
const titlesOf = async (server: Server, name: string) =>
  (
    await server.query<{ title: string }>(`select title from broadcasts where author_id = ${idOf} order by id`, name)
  ).map((row) => row.title)
const sessionsOf = async (server: Server, name: string) =>
  (await server.query(`select 1 from sessions where member_id = ${idOf}`, name)).length

/** Signs in, shares once with a network, then shares and likes without one. */
async function actInATunnel(page: Page, member: Member) {
  await logIn(page, member)
  await shareTrack(page, `Before, ${member.name}`)
  await expect(likeButton(broadcast(page, `Before, ${member.name}`))).toBeVisible()
  await page.goto('/broadcast-track')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goto('/')
  await isReadyForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await likeButton(broadcast(page, `Before, ${member.name}`)).click()
  await shareTrack(page, `Inside, ${member.name}`)
  await expect(page.getByText(/2 actions waiting to send/)).toBeVisible()
}

async function signOut(page: Page, choice: 'Keep and sign out' | 'Discard and sign out') {
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('dialog')).toContainText('2 actions have not been sent')
  await page.getByRole('button', { name: choice }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
}

/**
 * Returns all data stored by this origin, as text: databases with their names and keys, caches,
 * both storages.
 */
const everyByte = (page: Page): Promise<string> =>
  page.evaluate(async (cacheOfVisitors) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      // a visitor's responses: public, and include new members
      if (name === cacheOfVisitors) continue
      const database = await done(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        found.push(name, await done(store.getAllKeys()), await done(store.getAll()))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const cached = await cache.match(request)
        found.push(
          name,
          request.url,
          /json|text|javascript/.test(cached?.headers.get('content-type') ?? '') ? await cached?.text() : '',
        )
      }
    }
    return JSON.stringify(found)
  }, cacheDatabase(null))

test('signing out in a tunnel and discarding leaves no private data, and nothing arrives later', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await actInATunnel(page, member)
  expect(await everyByte(page)).toContain(member.name)

  await signOut(page, 'Discard and sign out')
  await expect.poll(() => everyByte(page)).not.toContain(member.name)

  const sessions = await sessionsOf(server, member.name)
  await page.context().setOffline(false)
  await expect.poll(() => sessionsOf(server, member.name)).toBe(sessions - 1)
  expect(await titlesOf(server, member.name)).toEqual([`Before, ${member.name}`])
  expect(await likesOf(server, member.name)).toBe(0)
})

test('stored actions survive a sign-out in a tunnel, hidden, and are sent when the member returns', {
  tag: WITH_WORKER,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await actInATunnel(page, member)
  await signOut(page, 'Keep and sign out')
  const stored = await everyByte(page)
  expect(stored).toContain(outboxDatabase(member.name))
  expect(stored).not.toContain(cacheDatabase(member.name))
  expect(stored).not.toContain(`Before, ${member.name}`)

  const sessions = await sessionsOf(server, member.name)
  await page.context().setOffline(false)
  await expect.poll(() => sessionsOf(server, member.name)).toBe(sessions - 1)
  expect(await titlesOf(server, member.name)).toEqual([`Before, ${member.name}`])

  const other = await signUp(server.url, 'eve')
  await logIn(page, other)
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/waiting to send/)).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect(await titlesOf(server, other.name)).toEqual([])

  await logIn(page, member)
  await expect.poll(() => titlesOf(server, member.name)).toEqual([`Before, ${member.name}`, `Inside, ${member.name}`])
  await expect.poll(() => likesOf(server, member.name)).toBe(1)
  expect(await likesOf(server, other.name)).toBe(0)
})

test('a session that the server has ended loses no action: they are sent after signing in again', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await actInATunnel(page, member)
  await server.query(`delete from sessions where member_id = ${idOf}`, member.name)
  await page.context().setOffline(false)
  await expect(page.getByText('Signed out: sign in to send 2 actions.')).toBeVisible({ timeout: 20_000 })
  expect(await likesOf(server, member.name)).toBe(0)

  await page.getByRole('status').getByRole('link', { name: 'Log In' }).click()
  await page.getByRole('textbox', { name: 'username' }).fill(member.name)
  await page.getByRole('textbox', { name: 'password' }).fill(member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect.poll(() => likesOf(server, member.name)).toBe(1)
  await expect.poll(() => titlesOf(server, member.name)).toEqual([`Before, ${member.name}`, `Inside, ${member.name}`])
  await expect(page.getByText(/Signed out/)).toBeHidden()
})
