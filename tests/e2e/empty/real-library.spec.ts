import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LIBRARY_ACCOUNT, LIBRARY_PASSWORD } from '#tests/support/library-server.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { createTaggedWav, findSupysonic, type Supysonic, startSupysonic } from '#tests/support/supysonic.ts'
import { logIn, signUp, write } from '../support/people.ts'
import { freePort, type Server, startServer } from '../support/server.ts'
import { watchSound } from '../support/sound.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test as world } from '../support/world.ts'

/* A list of songs in Debian's Supysonic, played through to its end by a person who interferes. */

const missing = findSupysonic()
const TITLES = ['Reed', 'Fen', 'Marsh', 'Peat', 'Moss'] // as the list shows them
const SONG_S = 90

type Library = Supysonic & { folder: string }

const test = world.extend<object, { library: Library | undefined }>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      if (missing !== undefined) return use(undefined)
      let folder = ''
      const account = { user: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
      const library = await startSupysonic(account, (music) => {
        folder = music
        for (const title of TITLES)
          writeFileSync(join(music, `${title}.wav`), createTaggedWav(SONG_S, { artist: 'Loam', title }, 440))
      })
      await use({ ...library, folder })
      await library.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({ library }, use) => {
      const settings = {
        SECRET_KEY: 'a secret key of thirty-two letters',
        LIBRARY_PRIVATE_ADDRESSES: library?.url ?? '',
      }
      const server = await startServer({ isDemo: false, port: await freePort(), settings })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Records the handlers for the keys of a headset, which a test presses by `pressKey`. */
const watchKeys = (page: Page) =>
  page.addInitScript(() => {
    const keys: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {}
    Object.assign(globalThis, { keys })
    const { mediaSession } = navigator
    const set = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (action, handler) => {
      keys[action] = handler
      set(action, handler)
    }
  })
const pressKey = (page: Page, action: MediaSessionAction) =>
  page.evaluate((key) => {
    const { keys } = globalThis as unknown as { keys: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> }
    keys[key]?.({ action: key })
  }, action)

async function openList(page: Page, server: Server, library: Supysonic) {
  const member = await signUp(server.url)
  for (const track of TITLES.toReversed())
    await write(server.url, member, '/api/user/save-for-later', {
      user: member.name,
      artist: 'Loam',
      track,
      is_saved: 'true',
    })
  await logIn(page, member)
  await page.goto('/settings/music-library')
  await page.getByRole('textbox', { name: 'Address' }).fill(library.url)
  await page.getByRole('textbox', { name: 'Account' }).fill(LIBRARY_ACCOUNT)
  await page.getByLabel('Password or API key', { exact: true }).fill(LIBRARY_PASSWORD)
  await page.getByRole('button', { name: 'Link Library' }).click()
  await expect(page.getByText('5 tracks known here, of 5 songs in your library.')).toBeVisible({ timeout: 30_000 })
  await page.goto('/later')
  await expect(page.getByRole('button', { name: 'Listen to Reed from your library' })).toBeVisible()
}

test(
  'a list of a real library is played, skipped through and continued, with songs that get lost',
  {
    tag: [WITH_WORKER, NIGHTLY],
  },
  async ({ page, context, server, library }, info) => {
    info.skip(missing !== undefined, missing)
    if (library === undefined) return
    test.slow()
    await watchSound(context)
    await watchKeys(page)
    await openList(page, server, library)
    const player = page.getByRole('region', { name: 'Player' })
    const song = (title: string) => player.getByRole('slider', { name: `Position in ${title}` })
    const isPlaying = () => expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    const playToEnd = async (title: string) => {
      // Until then the slider is disabled.
      await expect(song(title)).toHaveAttribute('aria-valuetext', /of 1:30$/)
      await song(title).press('End')
    }
    const isPaused = () => expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Listen to Reed from your library' }).click()
    await isPlaying()
    await pressKey(page, 'nexttrack')
    await expect(song('Fen')).toBeVisible()
    await isPlaying()
    await pressKey(page, 'pause')
    await isPaused()
    // A headset that is unplugged sends it again.
    await pressKey(page, 'pause')
    await isPaused()
    await pressKey(page, 'play')
    await isPlaying()
    await pressKey(page, 'previoustrack')
    await expect(song('Reed')).toBeVisible()
    await isPlaying()

    // The phone sleeps in the middle of the song, for longer than a song may load.
    const session = await context.newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await new Promise((resolve) => setTimeout(resolve, 25_000))
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await isPlaying()
    await expect(player.getByRole('alert')).toBeHidden()
    expect(Number(await song('Reed').inputValue())).toBeGreaterThan(0)

    // The library loses a song of the list and the last one, and learns it.
    for (const title of ['Marsh', 'Moss']) rmSync(join(library.folder, `${title}.wav`))
    library.scan()
    await player.getByRole('button', { name: 'Next' }).click()
    await playToEnd('Fen')
    await expect(song('Peat')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Skipped Marsh')).toBeVisible()
    await isPlaying()
    await playToEnd('Peat')
    await expect(player.getByRole('alert')).toContainText('Your library no longer has this song.')

    await page.reload()
    await page.getByRole('button', { name: 'Listen to Peat from your library' }).click()
    await isPlaying()

    // The password changes: the next song leads to the settings, which link the library again.
    library.setPassword('another password')
    await page.getByRole('button', { name: 'Listen to Reed from your library' }).click()
    await expect(player.getByRole('alert')).toContainText('rejects the linked account')
    await player.getByRole('link', { name: 'Open Settings' }).click()
    await expect(page.getByText('Stopped. Link it again below.')).toBeVisible()
    await page.getByLabel('Password or API key', { exact: true }).fill('another password')
    await page.getByRole('button', { name: 'Link Library' }).click()
    await expect(page.getByText('Stopped. Link it again below.')).toBeHidden({ timeout: 20_000 })
    await player.getByRole('button', { name: 'Try again' }).click()
    await isPlaying()

    // No room for songs: the screen says so, and playing goes on.
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 100_000 })
    await page.getByRole('radio', { name: '200 MB' }).check()
    await expect(page.getByText(/no more room/)).toBeVisible({ timeout: 30_000 })
    await isPlaying()
  },
)
