import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { DEVICE_DATABASE, MEMBER_KEY } from '#contract/storage-names.ts'
import { isWithWorker } from './with-worker.ts'

export interface Member {
  readonly name: string
  readonly password: string
}

const letters = () => randomBytes(4).toString('hex')

const post = async (
  url: string,
  path: string,
  query: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { method: 'POST', headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Signs a new member up by plain HTTP, as in the spec. */
export async function signUp(url: string, prefix = 'ada'): Promise<Member> {
  const name = `${prefix}${letters()}`
  const password = `the password of ${name}`
  await post(url, '/api/user/create-profile', {
    user: name,
    firstname: name,
    lastname: name,
    email: `${name}@flipside.example`,
    password,
  })
  return { name, password }
}

const sessions = new Map<string, Promise<string>>()

/** Resolves to the session cookie that a member has without a browser; logs in once. */
export function session(url: string, member: Member): Promise<string> {
  const key = `${url} ${member.name} ${member.password}`
  const found = sessions.get(key) ?? newSession(url, member)
  sessions.set(key, found)
  return found
}

/** Logs in by plain HTTP and resolves to the new session's cookie. */
export async function newSession(url: string, { name, password }: Member): Promise<string> {
  const response = await post(url, '/api/user/login', { user: name, password })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Sends a write as a member, by plain HTTP. */
export const write = async (url: string, member: Member, path: string, query: Readonly<Record<string, string>>) =>
  post(url, path, query, { cookie: await session(url, member) })

/** Creates a member with listens to share (demo only). */
export async function signUpWithListens(url: string, prefix?: string): Promise<Member> {
  const member = await signUp(url, prefix)
  await write(url, member, '/api/user/sample-listens', { user: member.name })
  return member
}

/** Fills the form at /login. */
export async function fillLogIn(page: Page, name: string, password: string): Promise<void> {
  // A transition may still show the former screen after the address has changed.
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'username' }).fill(name)
  await page.getByRole('textbox', { name: 'password' }).fill(password)
}

/**
 * Signs in and waits until the device has stored the member. In a browser that has not opened the
 * app yet the session and `bc_user` are set directly, which takes a fraction of the time; elsewhere
 * as `logInByForm`.
 */
export async function logIn(page: Page, member: Member): Promise<void> {
  if (page.url() !== 'about:blank') return logInByForm(page, member)
  await rememberLogIn(page, member)
  await page.goto('/')
  await expect.poll(() => storedTexts(page, DEVICE_DATABASE)).toContain(`"name":"${member.name}"`)
  // A test that leaves at once for another screen would later wait for the feed in vain.
  if (isWithWorker(test.info())) await isFeedStored(page)
}

/** Signs a member in, in a browser that has not opened the app yet: sets the session and `bc_user`. */
export async function rememberLogIn(page: Page, { name, password }: Member): Promise<void> {
  const query = new URLSearchParams({ user: name, password })
  const response = await page.request.post(`/api/user/login?${query}`)
  if (!response.ok()) throw new Error(`Login responded with ${response.status()}: ${await response.text()}`)
  await page.goto('/manifest.webmanifest') // of the same origin, and without the app
  const stored = { key: MEMBER_KEY, text: JSON.stringify({ username: name }) }
  await page.evaluate(({ key, text }) => localStorage.setItem(key, text), stored)
}

/**
 * Types name and password into the form at /login and waits until the device has stored the member.
 */
export async function logInByForm(page: Page, { name, password }: Member): Promise<void> {
  if (!new URL(page.url(), 'http://localhost').pathname.startsWith('/login')) await page.goto('/login')
  await fillLogIn(page, name, password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  // The new screen is rendered shortly before the device has stored the member.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toContain(name)
}

/** Fills the form at /signup. */
export async function fillSignUp(page: Page, { name, password }: Member, again = password): Promise<void> {
  // The log-in form has a field with the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await page.getByLabel('Music account username').fill(name)
  await page.getByLabel('Email').fill(`${name}@flipside.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Re-enter password').fill(again)
}

export const newMember = (prefix = 'newcomer'): Member => {
  const name = `${prefix}${letters()}`
  return { name, password: `the password of ${name}` }
}

/** Returns the rendered broadcasts. */
export const feed = (page: Page): Locator => page.getByRole('feed', { name: 'Broadcasts' })
/** Returns the broadcast with a text. */
export const broadcast = (page: Page, words: string): Locator =>
  feed(page).getByRole('article').filter({ hasText: words })
/** Deletes an own broadcast from its menu. */
export async function deleteBroadcast(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'More about your broadcast' }).click()
  await card.getByRole('button', { name: 'Delete broadcast' }).click()
}
export const likeButton = (card: Locator): Locator => card.getByRole('button', { name: /^Like, / })

/** Shares the picker's first track, up to the return to the feed; returns the caption. */
export async function shareTrack(page: Page, caption: string): Promise<void> {
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await page.getByPlaceholder('Your thoughts here').fill(caption)
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '+ Post Track' }).click()
  await expect(page).toHaveURL('/')
}

/**
 * Waits until the worker has the shell and the device the member's feed, so that the next
 * navigation may be offline.
 */
export async function isReadyForOffline(page: Page): Promise<void> {
  await isWorkerActive(page)
  await isFeedStored(page)
}

const isFeedStored = (page: Page): Promise<void> =>
  expect.poll(() => readStoredTexts(page)).toContain('"queryKey":["broadcasts","feed"')

/** Waits until the service worker is active: the code of all screens is then on the device. */
export async function isWorkerActive(page: Page): Promise<void> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect.poll(state, { timeout: 30_000 }).toBe('activated')
}

/** All that the page stores in IndexedDB, as text. */
export const readStoredTexts = (page: Page): Promise<string> => page.evaluate(readDatabases, '')

/** What the page stores in one database, as text. */
export const storedTexts = (page: Page, database: string): Promise<string> => page.evaluate(readDatabases, database)

/** Runs in the page. Reads every database when `only` is empty. */
async function readDatabases(only: string): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const texts: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    if (only !== '' && name !== only) continue
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())))
    database.close()
  }
  return texts.join(' ')
}
