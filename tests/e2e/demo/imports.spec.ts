import type { Locator, Page } from '@playwright/test'
import { accountPlay, brainzListen, extendedPlay, scrobblerLog } from '#tests/support/listen-files.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { logIn, signUp } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const spotify = file('Streaming_History_Audio_2024.json', [
  extendedPlay(),
  extendedPlay({ ts: '2024-05-18T12:54:30Z', master_metadata_track_name: 'Tide' }),
  extendedPlay({ ts: '2024-05-19T12:54:30Z', incognito_mode: true }),
])
const brainz = file('listens.json', [brainzListen('Ada Lark', 'Dusk', 1_715_000_000)])

const sent = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Files you have sent' }) })
const chooser = (page: Page) => page.getByRole('button', { name: 'Choose Files' })

async function open(page: Page, url: string): Promise<string> {
  const member = await signUp(url)
  await logIn(page, member)
  await page.goto('/settings/listening')
  await expect(chooser(page)).toBeVisible()
  return member.name
}

/** Chooses files by keyboard. */
async function choose(page: Page, ...files: readonly ReturnType<typeof file>[]): Promise<void> {
  // A busy browser sometimes opens the chooser before it is set to pass it to the test; then it is
  // closed and opened again.
  await expect(async () => {
    const choosing = page.waitForEvent('filechooser', { timeout: 5000 })
    await chooser(page).press('Enter')
    await (await choosing).setFiles([...files])
  }).toPass()
}

test('files chosen by keyboard are imported, and skipped rows are reported', async ({ page, server }) => {
  await open(page, server.url)
  await choose(page, spotify, brainz)
  const items = sent(page).getByRole('listitem')
  await expect(items.filter({ hasText: spotify.name })).toContainText('2 listens added, 0 already here.')
  await expect(items.filter({ hasText: spotify.name })).toContainText('Skipped: 1 played in a private session.')
  await expect(items.filter({ hasText: brainz.name })).toContainText('1 listen added, 0 already here.')
  await expect(page.getByText('Spotify, extended history')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await choose(page, spotify)
  await expect(items.first()).toContainText('0 listens added, 2 already here.')
  // All listens are years old, and can still be shared.
  await page.goto('/broadcast-track')
  await expect(page.getByRole('option').filter({ hasText: 'Tide' })).toBeVisible()
})

test('imports are undone, also if that is requested offline', async ({ page, server, context }) => {
  await open(page, server.url)
  await choose(page, spotify, brainz)
  const items = sent(page).getByRole('listitem')
  const undo = async (name: string) => {
    await items.filter({ hasText: name }).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  }
  await undo(brainz.name)
  await expect(items.filter({ hasText: brainz.name })).toContainText('Undone: 1 listen deleted.', { timeout: 30_000 })
  await context.setOffline(true)
  await undo(spotify.name)
  await expect(items.filter({ hasText: spotify.name })).toContainText('Undoing: 0 %.')
  await context.setOffline(false)
  await expect(items.filter({ hasText: spotify.name })).toContainText('Undone: 2 listens deleted.', { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Stored listens' })).toHaveCount(0)
})

test('a source is deleted after a confirmation', { tag: NIGHTLY }, async ({ page, server }) => {
  await open(page, server.url)
  await choose(page, spotify, brainz)
  await page.getByRole('button', { name: 'Delete ListenBrainz' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Delete ListenBrainz' })).toHaveCount(0)
  await expect(page.getByText('Deleting: 0 %.')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Delete Spotify, extended history' })).toBeVisible()
})

test('a log without a time zone is read in the zone of the browser', { tag: NIGHTLY }, async ({ page, server }) => {
  await open(page, server.url)
  const log = scrobblerLog('UNKNOWN', ['Ada Lark', '', 'Dusk', '', 180, 'L', 1_715_000_000])
  const sending = page.waitForRequest((request) => request.url().includes('/import-listens'))
  await choose(page, file('.scrobbler.log', log))
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(new URL((await sending).url()).searchParams.get('time_zone')).toBe(zone)
  await expect(sent(page).getByRole('listitem')).toContainText('1 listen added, 0 already here.')
  await page.getByText('Which files, and where to get them').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Rockbox' })).toContainText('The file .scrobbler.log')
})

/**
 * Blocks adding listens, but not reading them, until the returned function is called. Resolves when
 * an import waits for the lock.
 */
async function holdListens(server: Server): Promise<() => Promise<void>> {
  const held = server.query('begin; lock table listens in share mode; select pg_sleep(600)').catch(() => [])
  const locks = "from pg_locks where relation = 'listens'::regclass"
  const holders = `${locks} and mode = 'ShareLock' and granted`
  const count = async (which: string) => (await server.query(`select ${which}`)).length
  await expect.poll(() => count(holders), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => count(`${locks} and not granted`), { timeout: 30_000 }).toBe(1)
  return async () => {
    await server.query(`select pg_cancel_backend(pid) ${holders}`)
    await held
  }
}

test('the progress of a long import is visible, and a button stops it', { tag: NIGHTLY }, async ({ page, server }) => {
  test.setTimeout(120_000)
  const name = await open(page, server.url)
  const plays = Array.from({ length: 160_000 }, (_, at) => {
    const endTime = new Date(Date.UTC(2024, 0, 1) - at * 240_000).toISOString().slice(0, 16).replace('T', ' ')
    return accountPlay({ endTime, artistName: `Artist ${at % 60}`, trackName: `Track ${at % 700}` })
  })
  await choose(page, file('StreamingHistory_music_0.json', plays))
  const taken = async () => {
    const [found] = await server.query<{ told: number; there: number }>(
      `select imports.taken::integer as told, (select count(*)::integer from listens where member_id = members.id) as there
       from imports join members on members.id = member_id where members.name = $1`,
      name,
    )
    return found ?? { told: 0, there: 0 }
  }
  await expect.poll(async () => (await taken()).told, { intervals: [20], timeout: 60_000 }).toBeGreaterThan(0)
  const release = await holdListens(server)
  const before = await taken()
  try {
    // The file is read during the upload: the bar shows the part sent or, after the whole upload,
    // the part read.
    const bar = page.getByRole('progressbar', { name: /Sending|Reading/ })
    await expect(bar).toBeVisible()
    await expect.poll(() => bar.evaluate((it: HTMLProgressElement) => it.value)).toBeGreaterThan(0)
    expect(await bar.evaluate((it: HTMLProgressElement) => it.value)).toBeLessThan(1)
    await expect(
      page.getByText(/^(?:Sending|Reading) [1-9]\d? %\. [\d,]+ listens added, 0 already here\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(sent(page).getByRole('listitem')).toContainText(/Stopped: [\d,]+ listens added/)
    await expect(bar).toHaveCount(0)
    await expect(chooser(page)).toBeEnabled()
  } finally {
    await release()
  }

  // The batch in progress is the last one, and is reported.
  await expect.poll(async () => (await taken()).told).toBeGreaterThan(before.told)
  const { told, there } = await taken()
  expect(told).toBe(there)
  expect(there).toBeLessThan(160_000)
  await page.reload()
  await expect(sent(page).getByRole('listitem')).toContainText(`Stopped: ${there.toLocaleString('en')} listens added`)
})

test('files can be dropped for import', { tag: NIGHTLY }, async ({ page, server }) => {
  await open(page, server.url)
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([text ?? ''], name ?? ''))
      return dropped
    },
    [brainz.name, brainz.buffer.toString()],
  )
  for (const event of ['dragover', 'drop'])
    await page.getByText('Files from a service or a player').dispatchEvent(event, { dataTransfer: files })
  await expect(sent(page).getByRole('listitem')).toContainText('1 listen added, 0 already here.')
})

test('an invalid file shows an error, and the next one is still imported', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await open(page, server.url)
  await choose(page, file('letter.txt', 'Dear Flipside'), brainz)
  await expect(page.getByRole('alert')).toContainText("Flipside can't read this file. See which files work.")
  const items = sent(page).getByRole('listitem')
  await expect(items.filter({ hasText: 'letter.txt' })).toContainText('Nothing added')
  await expect(items.filter({ hasText: brainz.name })).toContainText('1 listen added')
})

test('axe finds no fault in the list of files, which does not scroll sideways at 390 pixels with text at 200 %', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, server.url)
  await choose(page, spotify, file(`a-name-that-has-no-end-${'x'.repeat(80)}.json`, 'Dear Flipside'))
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(sent(page).getByRole('listitem')).toHaveCount(2)
  expect(await axeFaults(page)).toEqual([])
  const width = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth
  })
  expect(width).toBeLessThanOrEqual(390)
})

test('Bring your history leads to the file chooser, without scrolling', { tag: NIGHTLY }, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, await signUp(server.url))
  for (const path of ['/broadcast-track', '/track-swap', '/charts', '/friends', '/listens', '/week', '/profile']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Bring your history' }).first().click()
    await expect(chooser(page)).toBeInViewport({ ratio: 1 })
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    const box = await chooser(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThan(bar?.y ?? 0)
  }
})

test('a newcomer without listens is led to the import, once', { tag: NIGHTLY }, async ({ page, server }) => {
  const card = page.getByRole('region', { name: 'Bring your history' })
  await logIn(page, await signUp(server.url))
  await card.getByRole('link', { name: 'Bring your history' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()

  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const fetched = page.waitForResponse(/BringHistoryCard/)
  await page.goto('/')
  await fetched
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
  expect(requested).not.toContain('/api/user/listening-sources')
})

test('a card above a feed that is scrolled a little leaves the feed where it is', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  const first = page.getByRole('feed').getByRole('article').first()
  // Further down no card appears.
  for (const top of [20, 39]) {
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.evaluate((px) => scrollTo({ top: px, behavior: 'instant' }), top)
    const before = (await first.boundingBox())?.y ?? 0
    await expect(page.getByRole('region', { name: 'Bring your history' })).toBeAttached()
    expect(Math.abs(((await first.boundingBox())?.y ?? 0) - before), `${top} px`).toBeLessThan(1)
  }
})
