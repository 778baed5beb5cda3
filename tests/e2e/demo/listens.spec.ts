import type { Locator, Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, type Member, signUp, write } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const list = (page: Page): Locator => page.getByRole('list', { name: 'Listens' })
const row = (page: Page, track: string): Locator => list(page).getByRole('listitem').filter({ hasText: track })

const HOUR_MS = 3_600_000

/** Adds listens, one an hour before the other, the first one an hour ago. */
async function listenTo(server: Server, member: Member, ...tracks: readonly string[]) {
  for (const [place, track] of tracks.entries())
    await write(server.url, member, '/api/user/add-listen', {
      user: member.name,
      artist: 'Ebb',
      track,
      listened_at: new Date(Date.now() - (place + 1) * HOUR_MS).toISOString(),
    })
}

/** Returns the server's listens, newest first. */
async function readListens(page: Page, { name }: Member): Promise<string[]> {
  const response = await page.request.get(`/api/user/listens?user=${name}`)
  const { listens } = (await response.json()) as { listens: { track: string; artist: string }[] }
  return listens.map(({ track, artist }) => `${track} by ${artist}`)
}

async function openMenu(page: Page, track: string): Promise<void> {
  await page
    .getByRole('button', { name: `More about ${track}`, exact: true })
    .first()
    .click()
}

async function correct(page: Page, track: string, to: string, scope: string): Promise<void> {
  await openMenu(page, track)
  await page.getByRole('button', { name: 'Correct...' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(to)
  await dialog.getByLabel('Correct', { exact: true }).selectOption(scope)
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('listens that are deleted, corrected and added in a tunnel reach the server once and in order', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const me = await signUp(server.url, 'ebb')
  await listenTo(server, me, 'Noon', 'Dwan', 'Dwan', 'Dusk')
  await logIn(page, me)
  await isReadyForOffline(page)
  await page.goto('/listens')
  await expect(list(page).getByRole('button')).toHaveCount(4)
  const posts: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname.replace('/api/user/', ''))
  })

  await context.setOffline(true)
  await correct(page, 'Dwan', 'Dawn', 'track')
  await expect(row(page, 'Dawn')).toHaveCount(2)
  await openMenu(page, 'Noon')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Noon')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Noon')).toHaveCount(1)
  await openMenu(page, 'Dusk')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Add a listen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Artist').fill('Ebb')
  await dialog.getByLabel('Title').fill('Night')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(page, 'Night')).toContainText('Waiting to send')

  await page.reload()
  await expect(row(page, 'Night')).toHaveCount(1)
  await expect(row(page, 'Dawn')).toHaveCount(2)
  await expect(row(page, 'Dusk')).toHaveCount(0)
  expect(posts).toEqual([])

  await context.setOffline(false)
  const arrived = ['Night by Ebb', 'Noon by Ebb', 'Dawn by Ebb', 'Dawn by Ebb']
  await expect.poll(() => readListens(page, me), { timeout: 20_000 }).toEqual(arrived)
  await expect(page.getByRole('status').filter({ hasText: /waiting to send/ })).toBeHidden()
  await expect(row(page, 'Night')).not.toContainText('Waiting to send')
  expect(posts.filter((path) => path.endsWith('-listen'))).toEqual(['correct-listen', 'delete-listen', 'add-listen'])
  expect(await readListens(page, me)).toEqual(arrived)
})

test('a listen can be broadcast and swapped, and the list can be filtered', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const me = await signUp(server.url)
  await listenTo(server, me, 'Noon')
  await write(server.url, me, '/api/user/add-listen', {
    user: me.name,
    artist: 'Flow',
    track: 'Tide',
    listened_at: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
  })
  await logIn(page, me)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your listening' }).click()
  await page.getByRole('link', { name: 'Listens', exact: true }).click()
  await expect(row(page, 'Noon')).toBeVisible()
  await openMenu(page, 'Noon')
  await page.getByRole('button', { name: 'Broadcast This' }).click()
  await expect(page.getByRole('option', { name: /Noon/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: '+ Post Track' }).click()
  await expect(page.getByRole('feed', { name: 'Broadcasts' }).getByText('Broadcasting Noon')).toBeVisible()

  await page.goto('/listens')
  await openMenu(page, 'Noon')
  await page.getByRole('button', { name: 'Swap This' }).click()
  await expect(page).toHaveURL(/\/track-swap$/)
  await expect(page.getByRole('option', { name: /Noon/ })).toHaveAttribute('aria-selected', 'true')

  await page.goto('/listens')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog').getByLabel('Artist').fill('ebb')
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/artist=ebb/)
  await expect(list(page).getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show All' }).click()
  await expect(list(page).getByRole('button').nth(1)).toBeVisible()
})

test("another member's listens are displayed by the rules of hidden listening", { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [me, other] = [await signUp(server.url, 'ada'), await signUp(server.url, 'bo')]
  await listenTo(server, other, 'Noon')
  await logIn(page, me)
  await page.goto(`/profile/${other.name}`)
  await page.getByRole('link', { name: `Listens of ${other.name}` }).click()
  await expect(row(page, 'Noon')).toBeVisible()
  await openMenu(page, 'Noon')
  await expect(page.getByRole('button', { name: 'Broadcast This' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await write(server.url, other, '/api/user/edit-privacy', { user: other.name, hides_listening: 'true' })
  await page.reload()
  await expect(page.getByText(`${other.name} hides their listening.`)).toBeVisible()
  await expect(row(page, 'Noon')).toHaveCount(0)
})

test('the screen states that a member has no listens, and that a screen was never stored', { tag: NIGHTLY }, async ({
  page,
  context,
  server,
}) => {
  const me = await signUp(server.url, 'eve')
  await logIn(page, me)
  await page.goto('/listens')
  await expect(page.getByText('No listens yet')).toBeVisible()
  await page.goto('/listens?artist=Nobody')
  await expect(page.getByText('No listens found')).toBeVisible()
  await context.route('**/api/user/listens?*', (route) => route.fulfill({ status: 500, json: { error: 'Broken.' } }))
  await page.goto('/listens?artist=Somebody')
  await expect(page.getByText('Failed to load listens')).toBeVisible()
})
