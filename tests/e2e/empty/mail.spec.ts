import { NIGHTLY } from '#tests/support/nightly.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { axeFaults } from '../support/axe.ts'
import { fillLogIn, logIn, signUp } from '../support/people.ts'
import { freePort, startServer } from '../support/server.ts'
import { test as base, expect } from '../support/world.ts'

const test = base.extend<object, { smtp: SmtpServer }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp }, use) => {
      const port = await freePort()
      const settings = {
        PUBLIC_URL: `http://localhost:${port}`,
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MAIL_FROM: 'flipside@music.example',
      }
      const server = await startServer({ isDemo: false, port, settings })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Resolves to the link in the newest mail to an address with this subject. */
async function readLink({ mails }: SmtpServer, to: string, subject: string): Promise<string> {
  const find = () => mails.findLast((mail) => mail.to[0] === to && mail.headers.get('subject')?.[0] === subject)
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return /^http:\S+$/m.exec(find()?.text ?? '')?.[0] ?? ''
}

test('a member confirms the email, forgets the password and logs in with a new one', async ({ page, server, smtp }) => {
  const member = await signUp(server.url)
  const address = `${member.name}@flipside.example`
  await logIn(page, member)
  await page.goto('/settings/security')
  await expect(page.getByText(/^Not confirmed yet\./)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(page.getByText(/^Sent\. Open the link/)).toBeVisible()

  // Opening the link alone, as programs that check links do, confirms nothing.
  await page.goto(await readLink(smtp, address, 'Confirm your email for Flipside'))
  await expect(page.getByText('Confirm that this email address is yours.')).toBeVisible()
  expect(await server.query('select from confirmed_emails')).toHaveLength(0)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm Email' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your email is confirmed.' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.goto('/settings/security')
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  // The session's end is noticed at any time, and renders the screen anew.
  await expect(page.getByText('Signed out: sign in again.')).toBeVisible()
  await page.getByLabel('Username or email').fill(address.toUpperCase())
  await page.getByLabel('Username or email').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^If there is such an account/ })).toBeVisible()

  await page.goto(await readLink(smtp, address, 'Reset your password for Flipside'))
  await page.getByLabel('New password').fill('a completely new one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogIn(page, member.name, 'a completely new one')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('a link that was used, is unknown or is incomplete, and a lost connection, are explained', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const alert = page.getByRole('alert')
  await page.goto('/confirm')
  await expect(alert).toHaveText('This link is incomplete. Send a new one from the settings.')
  await page.goto('/confirm?token=unknown')
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(alert).toHaveText('This link is not valid any more. Send a new one from the settings.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(alert).toHaveText('Failed to confirm the email. The server cannot be reached.')
  await page.context().setOffline(false)
  await page.goto('/reset')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(alert).toHaveText('Please fill in all fields.')
})
