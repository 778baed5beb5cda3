import type { Page } from '@playwright/test'
import { cacheDatabase } from '#contract/storage-names.ts'
import { type CertifiedProvider, startCertifiedProvider } from '#tests/support/certified-provider.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { isReadyForOffline, logIn, signUp } from '../support/people.ts'
import { freePort, type Server, startServer } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test as world } from '../support/world.ts'

interface Services {
  provider: CertifiedProvider
  /** An app server with this provider. */
  ours: Server
}

const test = world.extend<object, { services: Services }>({
  services: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const [port, providerPort] = [await freePort(), await freePort()]
      const provider = await startCertifiedProvider(providerPort, `http://localhost:${port}`)
      const ours = await startServer({ isDemo: false, port, settings: provider.settings })
      await use({ provider, ours })
      await ours.dispose()
      await provider.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ baseURL: async ({ services }, use) => use(services.ours.url) })

const viewer = (page: Page) => page.evaluate(async () => (await (await fetch('/api/user/session')).json()).viewer)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signs in on the provider's pages, which remembers the person in this browser. */
async function signInThere(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await button(page, 'Sign-in').click()
  await button(page, 'Continue').click()
}

async function signOut(page: Page) {
  await page.goto('/profile')
  await button(page, 'Sign Out').click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
}

test('a visitor signs up by the provider, logs out, and logs in by it', { tag: WITH_WORKER }, async ({ page }) => {
  await page.goto('/')
  await isReadyForOffline(page)
  await page.goto('/login?next=/about')
  await button(page, 'Log In with Example ID').click()
  await signInThere(page, 'grace')
  await expect(page.getByLabel('Music account username')).toHaveValue('grace')
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Email').fill('grace@flipside.example')
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Re-enter password').fill('a long enough one')
  await button(page, 'Sign Up').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About this server' })).toBeVisible()
  expect(await viewer(page)).toBe('grace')
  await signOut(page)
  await page.goto('/login?next=/settings/security')
  await button(page, 'Log In with Example ID').press('Enter')
  await expect(page.getByText(/Your account at Example ID is linked. Last used/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/settings/security')
})

test('a member links an account, which another member cannot, and unlinks it', { tag: NIGHTLY }, async ({
  page,
  services,
  browser,
}) => {
  const [ada, bo] = [await signUp(services.ours.url), await signUp(services.ours.url, 'bo')]
  const link = async (on: Page, password: string) => {
    await on.goto('/settings/security')
    await button(on, 'Link Example ID...').click()
    await on.getByRole('dialog').getByLabel('Your password').fill(password)
    await button(on, 'Continue').click()
  }
  await logIn(page, ada)
  await link(page, 'a guess')
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.')
  expect(await axeFaults(page)).toEqual([])
  await link(page, ada.password)
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(page.getByRole('alert')).toHaveText('You cancelled the sign-in. Nothing has changed.')
  await link(page, ada.password)
  await signInThere(page, 'shared')
  await expect(page.getByText('Your account at Example ID is linked.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])

  const context = await browser.newContext({ baseURL: services.ours.url })
  const other = await context.newPage()
  await logIn(other, bo)
  await link(other, bo.password)
  await signInThere(other, 'shared')
  await expect(other.getByRole('alert')).toHaveText('That account is linked to another member. Unlink it there first.')
  await context.close()

  await button(page, 'Unlink Example ID...').click()
  const password = page.getByRole('dialog').getByLabel('Your password')
  await password.fill('a guess')
  await button(page, 'Unlink').click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.')
  await password.fill(ada.password)
  await button(page, 'Unlink').click()
  await expect(button(page, 'Link Example ID...')).toBeVisible()
})

test('a member who signs in by the provider replaces another one on the device', { tag: NIGHTLY }, async ({
  page,
  services,
}) => {
  const [ada, bo] = [await signUp(services.ours.url), await signUp(services.ours.url, 'bo')]
  await logIn(page, ada)
  await page.goto('/settings/security')
  await button(page, 'Link Example ID...').click()
  await page.getByRole('dialog').getByLabel('Your password').fill(ada.password)
  await button(page, 'Continue').click()
  await signInThere(page, 'ada')
  await expect(page.getByText('Your account at Example ID is linked.')).toBeVisible()
  await signOut(page)
  await logIn(page, bo)
  await page.goto('/login?next=/settings/security')
  await expect(page.getByText(`You are logged in as ${bo.name}`)).toBeVisible()
  await button(page, 'Log In with Example ID').click()
  await expect(page.getByText('Your account at Example ID is linked.')).toBeVisible()
  expect(await viewer(page)).toBe(ada.name)
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases).not.toContain(cacheDatabase(bo.name))
})

test('without a connection, and without the provider, the log-in form stays with a sentence', { tag: NIGHTLY }, async ({
  page,
  context,
  services,
}) => {
  await page.goto('/login')
  const logInButton = button(page, 'Log In with Example ID')
  await expect(logInButton).toBeVisible()
  await context.setOffline(true)
  await logInButton.click()
  await expect(page.getByRole('alert')).toHaveText('Login failed. The server cannot be reached.')
  await context.setOffline(false)
  await services.provider.stop()
  await services.ours.stop()
  await services.ours.start()
  await logInButton.click()
  await expect(page.getByRole('alert')).toHaveText(
    "Example ID can't be reached now. Use your password, or try again later.",
  )
  expect(new URL(page.url()).pathname).toBe('/login')
  const ada = await signUp(services.ours.url)
  await page.getByRole('textbox', { name: 'username' }).fill(ada.name)
  await page.getByRole('textbox', { name: 'password' }).fill(ada.password)
  await button(page, 'Log In').click()
  await expect.poll(() => viewer(page)).toBe(ada.name)
  await services.provider.start()
})

test('a code in the address that is unknown shows a text of ours', { tag: NIGHTLY }, async ({ page }) => {
  await page.goto('/login?sso=%3Cb%3EYou%20won%3C%2Fb%3E')
  await expect(page.getByRole('alert')).toHaveText('The sign-in failed. Try again in a minute.')
  await page.goto('/login?sso=signed_in')
  await expect(page.getByRole('alert')).toHaveText('The sign-in failed. Try again in a minute.')
  await page.goto('/signup?sso=sign_up')
  await expect(page.getByRole('alert')).toContainText('The sign-up took too long. Start it again.')
  expect(await axeFaults(page)).toEqual([])
})
