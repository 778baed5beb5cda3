import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import yauzl from 'yauzl'
import { MEMBER_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { isReadyForOffline, logIn, type Member, session, signUp, signUpWithListens, write } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const hide = (page: Page) => page.getByRole('switch', { name: 'Hide my listening' })
const beHidden = (page: Page) => page.getByRole('switch', { name: 'Private profile' })
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete My Account...' })

/** Returns a member's most played artist. */
async function favourite(server: Server, { name }: Member): Promise<string> {
  const [row] = await server.query<{ artist_id: string }>(
    `select artist_id from artist_plays where member_id = (select id from members where name = $1)
    order by plays desc, artist_id limit 1`,
    name,
  )
  if (!row) throw new Error(`${name} has listened to nothing.`)
  return row.artist_id
}

/** Sends more listens to a track than possible, in the first days of March. */
async function sendImpossible(server: Server, member: Member): Promise<void> {
  const from = Date.parse('2026-03-01T00:00:00Z') / 1000
  const lines = Array.from({ length: 5200 }, (_, place) => {
    const track_metadata = { artist_name: 'Sol Ferro', track_name: 'Rain' }
    return JSON.stringify({ listened_at: from + Math.floor(place / 650) * 86_400 + (place % 650), track_metadata })
  })
  const response = await fetch(`${server.url}/api/user/import-listens?user=${member.name}`, {
    method: 'POST',
    headers: { cookie: await session(server.url, member) },
    body: lines.join('\n'),
  })
  expect((await response.json()).import).toMatchObject({ taken: 5200 })
}

test("others do not see a member's hidden data, and the member sees that it is hidden", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [member, other] = [await signUpWithListens(server.url), await signUpWithListens(server.url, 'bo')]
  const artist = await favourite(server, member)
  await logIn(page, member)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Privacy and data' }).click()
  await expect(hide(page)).not.toBeChecked()
  await hide(page).press('Space')
  await expect(hide(page)).toBeChecked()
  // The new value is shown while the request is in flight, which a reload would abort.
  await expect(hide(page)).not.toHaveAttribute('aria-busy')
  await page.reload()
  await expect(hide(page)).toBeChecked()
  await page.goto(`/artist/${artist}`)
  await expect(page.getByText('You aren’t on leaderboards because your listening is hidden.')).toBeVisible()
  await page.getByRole('link', { name: 'Change this' }).click()
  await beHidden(page).press('Space')
  await expect(beHidden(page)).toBeChecked()
  await hide(page).press('Space')
  await expect(hide(page)).not.toBeChecked()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await logIn(page, other)
  await page.goto(`/profile/${member.name}`)
  await expect(
    page.getByText(`This profile is private. Only people that ${member.name} follows can see it.`),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  await expect(page.getByText('Taste in common')).toHaveCount(0)
  await write(server.url, member, '/api/user/edit-privacy', {
    user: member.name,
    hides_listening: 'true',
    is_private: 'false',
  })
  await page.reload()
  await expect(page.getByText(`${member.name} hides their listening.`)).toBeVisible()
  await expect(page.getByText(`${member.name} keeps their taste to themselves.`)).toBeVisible()
})

test('a switch retains its new state when the server cannot be read again', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/settings/privacy')
  await expect(hide(page)).not.toBeChecked()
  await page.route('**/api/user/privacy*', (route) => route.abort())
  const requested = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/user/privacy'))
  await hide(page).press('Space')
  await requested
  await expect(hide(page)).not.toHaveAttribute('aria-busy')
  await expect(hide(page)).toBeChecked()
})

test('everything is downloaded as a zip, and the listens can be imported from it', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/settings/listening')
  await page.getByRole('main').getByRole('link', { name: 'Privacy and data' }).click()
  await expect(page).toHaveURL('/settings/privacy')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Everything' }).press('Enter')
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^flipside-export-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText(/^Downloaded: /)).toBeVisible()
  const path = await download.path()
  const names: string[] = []
  for await (const entry of (await yauzl.fromBufferPromise(await readFile(path))).eachEntry())
    names.push(entry.fileName)
  expect(names).toEqual(expect.arrayContaining(['README.txt', 'user.json', 'profile.jsonl', 'messages.jsonl']))
  expect(names.some((name) => /^listens\/\d{4}\/\d+\.jsonl$/.test(name))).toBe(true)
  await page.goto('/settings/listening')
  await page.getByLabel('Files of listens').setInputFiles(path)
  await expect(page.getByText(/0 listens added|nothing new|already here/i).first()).toBeVisible()
})

test('an interrupted download shows an error', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/settings/privacy')
  await page.route('**/api/user/export**', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Download Everything' }).click()
  await expect(page.getByRole('alert')).toHaveText('The download was interrupted. Try again.')
  await page.unroute('**/api/user/export**')
  await page.route('**/api/user/export**', (route) =>
    route.fulfill({ status: 429, json: { error: 'That was too much at once.', code: 'rate_limited' } }),
  )
  await page.getByRole('button', { name: 'Download Everything' }).click()
  await expect(page.getByRole('alert')).toHaveText('That was too much at once.')
})

test('a member is warned of impossible days, and deleting them removes the warning', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUp(server.url)
  await sendImpossible(server, member)
  const marked = () =>
    server.query(`select from unranked_members where member_id = (select id from members where name = $1)`, member.name)
  await expect.poll(async () => (await marked()).length, { timeout: 30_000 }).toBe(1)
  await logIn(page, member)
  await page.goto(`/artist/${await favourite(server, member)}`)
  await expect(page.getByText('on some days your history has more listens than a day has time for')).toBeVisible()
  await page.getByRole('link', { name: 'See which days' }).click()
  await expect(page.getByRole('heading', { name: 'Impossible listening days' })).toBeVisible()
  await expect(page.getByText('2026-03-01 to 2026-03-08')).toBeVisible()
  await page.getByLabel('First day').fill('2026-03-01')
  await page.getByLabel('Last day').fill('2026-03-01')
  await page.getByRole('button', { name: 'Delete These Days' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await marked()).length, { timeout: 30_000 }).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Delete listens' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Impossible listening days' })).toHaveCount(0)
})

test('an account is deleted by its password, and the device deletes its data', { tag: WITH_WORKER }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/settings/privacy')
  await deleteButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('Nobody can use your name again.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(deleteButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Your password').fill('a guess')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password.')
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Delete for Good' }).click()
  await expect(page.getByText('Your account is deleted.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toBeNull()
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases.filter((name) => name?.includes(member.name))).toEqual([])
  expect(await server.query('select from members where name = $1', member.name)).toEqual([])
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'username' }).fill(member.name)
  await page.getByRole('textbox', { name: 'password' }).fill(member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password.')
})

test('pending actions on a deleted member are parked with the reason', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const [member, gone] = [await signUp(server.url), await signUp(server.url, 'gone')]
  await write(server.url, gone, '/api/send-direct-message', {
    user: gone.name,
    recipient: member.name,
    message: 'hello',
  })
  await logIn(page, member)
  await isReadyForOffline(page)
  await page.goto(`/dm/${gone.name}`)
  await expect(page.getByText('hello')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Type a message').fill('are you still there?')
  await page.keyboard.press('Enter')
  // with or without the response
  await expect(page.getByText(/actions? waiting to send/)).toBeVisible()
  await write(server.url, gone, '/api/user/delete-account', { user: gone.name, password: gone.password })
  await context.setOffline(false)
  await expect(page.getByText('Failed to send message')).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText('This member has deleted their account.')).toBeVisible()
  await expect(page.getByText('are you still there?')).toBeVisible()
  await page.goto('/dm')
  await page.getByRole('link', { name: /^Deleted member \d+/ }).click()
  await expect(page.getByText('hello')).toBeVisible()
  await expect(page.getByText('This member has deleted their account.')).toBeVisible()
  await expect(page.getByLabel('Type a message')).toHaveCount(0)
})

test('axe finds no fault in account deletion and in the notes', { tag: NIGHTLY }, async ({ page, server }) => {
  const [member, other] = [await signUpWithListens(server.url), await signUpWithListens(server.url, 'bo')]
  const faults = () => axeFaults(page)
  await write(server.url, member, '/api/user/edit-privacy', { user: member.name, hides_listening: 'true' })
  await write(server.url, other, '/api/user/edit-privacy', { user: other.name, is_private: 'true' })
  await logIn(page, member)
  await page.goto('/settings/privacy')
  await expect(hide(page)).toBeChecked()
  await deleteButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for Good' }).click()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  expect(await faults()).toEqual([])
  await page.goto(`/profile/${other.name}`)
  await expect(page.getByText('This profile is private')).toBeVisible()
  expect(await faults()).toEqual([])
  await page.goto(`/artist/${await favourite(server, member)}`)
  await expect(page.getByText('You aren’t on leaderboards')).toBeVisible()
  expect(await faults()).toEqual([])
})
