import { type BrowserContext, devices, type Page } from '@playwright/test'
import { MEMBER_KEY, outboxDatabase } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { fillLogIn, fillSignUp, logIn, newMember, newSession, signUp, write } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'
const viewer = (page: Page) => page.evaluate(async () => (await (await fetch('/api/user/session')).json()).viewer)
const openPhone = (browser: { newContext: (options: object) => Promise<BrowserContext> }) =>
  browser.newContext({ userAgent: FIREFOX, viewport: devices['Pixel 7'].viewport })

test('a member sees where they are signed in and signs out another device, then all of them', async ({
  page,
  browser,
  server,
}) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  const phone = await openPhone(browser)
  const other = await phone.newPage()
  await other.goto(server.url)
  await logIn(other, member)
  await page.goto('/settings/security')
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sign out/ }) })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Chrome on .*This device, in use now/)
  await page.getByRole('button', { name: 'Sign out Firefox on Android' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out Firefox on Android?' })
  await dialog.getByRole('button', { name: 'Sign Out' }).click()
  await expect(rows).toHaveCount(1)
  expect([await viewer(other), await viewer(page)]).toEqual([null, member.name])
  await newSession(server.url, member)
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toHaveCount(0)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toBeNull()
  const query = 'select from sessions where member_id = (select id from members where name = $1)'
  expect(await server.query(query, member.name)).toEqual([])
  await phone.close()
})

test('a new password signs out other devices and, if chosen, players; this one stays signed in', async ({
  page,
  server,
}) => {
  const member = await signUp(server.url)
  await write(server.url, member, '/api/user/create-scrobble-token', { user: member.name, name: 'Kitchen radio' })
  await logIn(page, member)
  await page.goto('/settings/security')
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Password' }) })
  await form.getByLabel('Current password').fill('a guess')
  await form.getByLabel('New password').fill('password1')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByRole('alert')).toHaveText('This password is one of the most common. Choose another one.')
  await form.getByLabel('New password').fill('quite another one')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByRole('alert')).toHaveText('Incorrect password.')
  await form.getByLabel('Current password').fill(member.password)
  await form.getByRole('switch', { name: 'Also sign out players' }).click()
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed. Other devices and players are signed out.').first()).toBeVisible()
  expect(await viewer(page)).toBe(member.name)
  await expect(page.getByText('This device, in use now')).toBeVisible()
  await page.goto('/settings/scrobbling')
  await expect(page.getByText('None yet.')).toBeVisible()
})

test('a new email requires the password', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/settings/security')
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email' }) })
  await expect(form.getByLabel('Email')).toHaveValue(`${member.name}@flipside.example`)
  await form.getByLabel('Email').fill('nonsense')
  await form.getByLabel('Your password').fill('a guess')
  await form.getByRole('button', { name: 'Change Email' }).click()
  await expect(form.getByRole('alert')).toHaveText('Your email must be an email address.')
  await form.getByLabel('Email').fill('new@flipside.example')
  await form.getByRole('button', { name: 'Change Email' }).click()
  await expect(form.getByRole('alert')).toHaveText('Incorrect password.')
  await form.getByLabel('Your password').fill(member.password)
  await form.getByRole('button', { name: 'Change Email' }).click()
  await expect(page.getByText('Email changed.').first()).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Email')).toHaveValue('new@flipside.example')
})

test('a device with a revoked session deletes its stored data and retains its pending actions', {
  tag: WITH_WORKER,
}, async ({ page, context, server }) => {
  const [member, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  const secret = `the cellar key hangs behind ${bo.name}`
  await write(server.url, bo, '/api/send-direct-message', { user: bo.name, recipient: member.name, message: secret })
  await logIn(page, member)
  await page.goto(`/dm/${bo.name}`)
  await expect(page.getByText(secret)).toBeVisible()
  await expect.poll(() => storedText(page)).toContain(secret)
  await context.setOffline(true)
  await page.getByLabel('Type a message').fill('on my way')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/1 action waiting to send/)).toBeVisible()
  await write(server.url, member, '/api/user/change-password', {
    user: member.name,
    password: member.password,
    new_password: 'quite another one',
  })
  await context.setOffline(false)
  await expect(page.getByText('Signed out: sign in to send 1 action.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect.poll(() => storedText(page)).not.toContain(secret)
  await page.reload()
  await expect(page.getByText('Signed out: sign in to send 1 action.')).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.getByRole('status').getByRole('link', { name: 'Log In' }).click()
  await fillLogIn(page, member.name, 'quite another one')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  const sent = () => server.query<{ body: string }>('select body from messages where body = $1', 'on my way')
  await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBeGreaterThan(0)
})

test('a refused login signs out the previous member, with the form still filled', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/login')
  await fillLogIn(page, member.name, 'a guess')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password.')
  await expect(page.getByRole('textbox', { name: 'username' })).toHaveValue(member.name)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toBeNull()
  await expect.poll(() => viewer(page)).toBeNull()
})

test('sign-up explains errors in a name or a password in plain words', { tag: NIGHTLY }, async ({ page }) => {
  await page.goto('/signup')
  const sentences = [
    [newMember('a'), 'password', 'This password is one of the most common. Choose another one.'],
    [{ name: 'a', password: 'x' }, 'x', 'Your username needs at least 2 characters.'],
    [{ name: 'flipside-support', password: 'x' }, 'x', 'This username is reserved. Choose another one.'],
    [newMember('a'), 'short', 'Your password needs at least 8 characters.'],
  ] as const
  for (const [member, password, sentence] of sentences) {
    await fillSignUp(page, { ...member, password })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toContainText(sentence)
  }
})

test('axe finds no fault in the settings of an account', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/settings/security')
  await expect(page.getByText('This device, in use now')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

/** Returns all data on the device except the outbox, as text: databases, caches, both storages. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async (outboxes) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith(outboxes)) continue
      const database = await done(indexedDB.open(name))
      for (const storeName of database.objectStoreNames)
        found.push(await done(database.transaction(storeName).objectStore(storeName).getAll()))
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        if (response?.headers.get('content-type')?.includes('json')) found.push(await response.text())
      }
    }
    return JSON.stringify(found)
  }, outboxDatabase(''))
