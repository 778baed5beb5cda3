import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { turnDownloadsOff } from '../support/downloads.ts'
import { feed, likeButton, logIn, signUp, signUpWithListens, write } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

/** Presses a measure on a report or a member, writes the text and confirms. */
async function decide(page: Page, measure: string, text: string) {
  await page.getByRole('button', { name: measure, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: measure, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('a report leads to a warning and a suspension, and the actions queued meanwhile are sent after it', async ({
  page,
  browser,
  server,
}) => {
  const [ada, bo, cy] = [await signUp(server.url), await signUpWithListens(server.url, 'bo'), await signUp(server.url)]
  await server.query('update members set is_admin = true where name = $1', ada.name)
  const [track] = await server.query<{ id: string }>('select id from tracks order by id limit 1')
  const about = { title: `Buy from ${bo.name}`, body: '', relatedtype: 'Track', relatedid: String(track?.id) }
  await write(server.url, bo, '/api/create-broadcast', { user: bo.name, ...about })
  const [row] = await server.query<{ id: string }>('select max(id) as id from broadcasts where title = $1', about.title)
  const report = { user: cy.name, other: bo.name, reason: 'An advertisement' }
  const reported = { relatedtype: 'Broadcast', relatedid: String(row?.id) }
  await write(server.url, cy, '/api/user/report', { ...report, ...reported })

  // The admin hides the broadcast, and warns and suspends its author.
  await logIn(page, ada)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Moderation' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'An advertisement' })
  await expect(card).toContainText(about.title)
  expect(await axeFaults(page)).toEqual([])
  await decide(page, 'Hide', 'No advertisements, please.')
  await expect(page.getByText('No report is open.')).toBeVisible()
  await page.goto(`/admin/members/${bo.name}`)
  await decide(page, 'Warn', 'This is your last warning.')
  await decide(page, 'Suspend', 'Advertisements')
  await expect(page.getByText(/^Suspended until/)).toBeVisible()

  // The author reads why, and what they do is stored.
  const other = await browser.newContext()
  await turnDownloadsOff(other)
  const phone = await other.newPage()
  await phone.goto(server.url)
  await logIn(phone, bo)
  await expect(phone.getByText('Reason: Advertisements')).toBeVisible()
  await expect(phone.getByText('No advertisements, please.')).toBeVisible()
  const warning = phone.getByRole('heading', { name: 'A warning from the admins' })
  await expect(warning).toBeVisible()
  await phone.getByRole('button', { name: 'I Have Read It' }).nth(1).click()
  await expect(warning).toHaveCount(0)
  await likeButton(feed(phone)).first().click()
  await expect(phone.getByText('Your account is suspended. 1 action stored until it ends.')).toBeVisible()
  const likes = () => server.query('select from likes join members on id = member_id where name = $1', bo.name)
  expect(await likes()).toHaveLength(0)

  // Reinstated, the phone sends it at its next start.
  expect(await axeFaults(page)).toEqual([])
  await decide(page, 'Reinstate', 'They have apologised.')
  await expect(page.getByText(/^Suspended until/)).toHaveCount(0)
  await expect(page.getByText('Reinstated', { exact: true })).toBeVisible()
  await phone.reload()
  await expect.poll(async () => (await likes()).length).toBe(1)
  await expect(phone.getByText(/suspended/)).toHaveCount(0)
  await other.close()
})

test('a closed server is joined by an invitation, once', { tag: NIGHTLY }, async ({ page, browser, server }) => {
  const ada = await signUp(server.url)
  await logIn(page, ada)
  await page.goto('/settings/invitations')
  const created = page.waitForResponse((response) => response.url().includes('/api/user/create-invitation'))
  await page.getByRole('button', { name: 'Make Invitation' }).click()
  const { code } = await (await created).json()
  await expect(page.getByText('This link is shown once. Send it now.')).toBeVisible()
  await expect(page.getByText(/used 0 of 1 time/)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await server.query("update instance set sign_up = 'invited'")
  const context = await browser.newContext()
  await turnDownloadsOff(context)
  const visitor = await context.newPage()
  const signUpAs = async (name: string, path: string) => {
    await visitor.goto(`${server.url}${path}`)
    await visitor.getByLabel('Music account username').fill(name)
    await visitor.getByLabel('Email').fill('a@b')
    await visitor.getByLabel('Password', { exact: true }).fill('a long password')
    await visitor.getByLabel('Re-enter password').fill('a long password')
    await visitor.getByRole('button', { name: 'Sign Up' }).click()
  }
  const name = `guest-${ada.name}`.slice(0, 20)
  await signUpAs(name, '/signup')
  await expect(visitor.getByRole('alert')).toHaveText('This server needs an invitation. Ask a member for a link.')
  const link = `/signup?invitation=${code}`
  await visitor.goto(`${server.url}${link}`)
  await expect(visitor.getByText(`${ada.name} has invited you.`)).toBeVisible()
  await signUpAs(name, link)
  await expect(visitor).toHaveURL(/\/login/)
  await visitor.goto(`${server.url}${link}`)
  await expect(visitor.getByText('This invitation is no longer valid. Ask for a new one.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Joined: ${name}`)).toBeVisible()
  await server.query("update instance set sign_up = 'open'")
  await context.close()
})
