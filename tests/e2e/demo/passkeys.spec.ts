import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { isReadyForOffline, logIn, type Member, signUp } from '../support/people.ts'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const OFFLINE = 'Passkeys need a connection: try again once you are online.'
const viewer = (page: Page) => page.evaluate(async () => (await (await fetch('/api/user/session')).json()).viewer)
const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Rename / }) })
const logInButton = (page: Page) => page.getByRole('button', { name: 'Log In with a Passkey' })

/** Fills the form that adds a passkey and continues to the browser's dialog. */
async function submitPasskey(page: Page, name: string, password: string) {
  if (!(await page.getByRole('dialog').isVisible()))
    await page.getByRole('button', { name: 'Add a Passkey...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function addPasskey(page: Page, { password }: Member, name: string) {
  await page.goto('/settings/security')
  await submitPasskey(page, name, password)
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
}

async function signOut(page: Page) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  await page.goto('/login')
}

test('a member adds and renames a passkey, logs in with it and removes it', async ({ page, server }) => {
  await addVirtualAuthenticator(page)
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/settings/security')
  await submitPasskey(page, 'Phone', 'a guess')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password.')
  await submitPasskey(page, 'Phone', member.password)
  await expect(rows(page)).toHaveText([/Phone.*not used yet/])
  await page.getByRole('button', { name: 'Rename Phone' }).click()
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(rows(page)).toHaveText([/My phone/])
  await submitPasskey(page, 'The same again', member.password)
  await expect(dialog.getByRole('alert')).toHaveText('There is a passkey for your account here already.')
  await signOut(page)
  await logInButton(page).click()
  await expect(page).not.toHaveURL(/\/login/)
  await expect.poll(() => viewer(page)).toBe(member.name)
  await page.goto('/settings/security')
  await expect(rows(page)).toHaveText([/My phone.*last used/])
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await signOut(page)
  await logInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText("This passkey didn't work. Try again, or log in with your password.")
  expect(await viewer(page)).toBeNull()
})

test('a cancelled dialog shows no error, and a lost response can be repeated', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  const member = await signUp(server.url)
  await logIn(page, member)
  await addPasskey(page, member, 'Phone')
  await signOut(page)
  const before = await authenticator.countDialogs()
  await authenticator.setVerified(false)
  await logInButton(page).click()
  await expect.poll(authenticator.countDialogs).toBe(before + 1)
  await expect(logInButton(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await authenticator.setVerified(true)
  await page.route('**/api/user/login-by-passkey*', (route) => route.abort(), { times: 1 })
  await logInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed. The server cannot be reached.')
  await logInButton(page).click()
  await expect.poll(() => viewer(page)).toBe(member.name)
})

test('without a connection no dialog opens and nothing is queued', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  const member = await signUp(server.url)
  await logIn(page, member)
  await isReadyForOffline(page)
  await addPasskey(page, member, 'Phone')
  const before = await authenticator.countDialogs()
  await context.setOffline(true)
  await page.reload()
  await expect(rows(page)).toHaveText([/Phone/])
  await submitPasskey(page, 'Tablet', member.password)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(OFFLINE)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await authenticator.countDialogs()).toBe(before)
  await expect(page.getByText(/waiting to send/)).toHaveCount(0)
  await context.setOffline(false)
  await signOut(page)
  await expect(logInButton(page)).toBeVisible()
  await context.setOffline(true)
  await logInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(OFFLINE)
  expect(await authenticator.countDialogs()).toBe(before)
})

test('passkeys are offered where the browser has them only', { tag: NIGHTLY }, async ({ page, server }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }))
  const member = await signUp(server.url)
  await logIn(page, member)
  await page.goto('/settings/security')
  await expect(page.getByText('This browser has no passkeys. Use another one to add a passkey.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a Passkey...' })).toHaveCount(0)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  await expect(logInButton(page)).toHaveCount(0)
})

test('axe finds no fault in the forms of passkeys', { tag: NIGHTLY }, async ({ page, server }) => {
  await addVirtualAuthenticator(page)
  const member = await signUp(server.url)
  await logIn(page, member)
  await addPasskey(page, member, 'Phone')
  for (const button of ['Add a Passkey...', 'Rename Phone', 'Remove Phone']) {
    await page.getByRole('button', { name: button }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: button })).toBeFocused()
  }
  await page.goto('/login')
  await expect(logInButton(page)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})
