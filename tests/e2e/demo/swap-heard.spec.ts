import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { SOURCE_NUMBERS } from '#server/listening/listens/sources.ts'
import {
  LIBRARY_ACCOUNT,
  LIBRARY_PASSWORD,
  type LibraryServer,
  startLibraryServer,
} from '#tests/support/library-server.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { createTaggedWav, findSupysonic, startSupysonic } from '#tests/support/supysonic.ts'
import { createWav } from '#tests/support/wav.ts'
import { type Member, readStoredTexts, signUp, write } from '../support/people.ts'
import { freePort, type Server, startServer } from '../support/server.ts'
import { hear, watchSound } from '../support/sound.ts'
import { chooseMatch, chooseTrack, openPhone, putAway, sendSwap, tracksOf } from '../support/swaps.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test as world } from '../support/world.ts'

/** Each is sent by the other member, and in this one's library with a tone. */
const HARBOUR = { artist: 'Loam', title: 'Harbour', hertz: 660 }
const FERRY = { artist: 'Sol Ferro', title: 'Slow Ferry', hertz: 440 }
const SONG_S = 12
const SECRET_KEY = 'a secret key of thirty-two letters'

interface Library {
  readonly url: string
  readonly stop: () => Promise<void>
}

interface Libraries {
  readonly ofAda: LibraryServer
  /** Debian's Supysonic, where it is installed. */
  readonly ofBo: Library
}

const test = world.extend<object, { libraries: Libraries }>({
  libraries: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const [ofAda, ofBo] = await Promise.all([startOwn(FERRY), findSupysonic() ? startOwn(HARBOUR) : startDebians()])
      await use({ ofAda, ofBo })
      await Promise.all([ofAda.stop(), ofBo.stop()])
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({ libraries: { ofAda, ofBo } }, use) => {
      const settings = { SECRET_KEY, LIBRARY_PRIVATE_ADDRESSES: `${ofAda.url},${ofBo.url}` }
      const server = await startServer({ isDemo: false, port: await freePort(), settings })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

async function startOwn({ artist, title, hertz }: typeof FERRY): Promise<LibraryServer> {
  const audio = { type: 'audio/wav', bytes: createWav(SONG_S, { hertz }) }
  const file = { duration: SONG_S, size: audio.bytes.length, contentType: audio.type }
  return Object.assign(await startLibraryServer([{ id: title, artist, title, ...file }]), { audio })
}

const startDebians = () =>
  startSupysonic({ user: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }, (folder) =>
    writeFileSync(join(folder, 'harbour.wav'), createTaggedWav(SONG_S, HARBOUR, HARBOUR.hertz)),
  )

/** Signs a member up who has played one track. */
async function signUpWithTrack(server: Server, prefix: string, { artist, title }: typeof FERRY): Promise<Member> {
  const member = await signUp(server.url, prefix)
  const response = await write(server.url, member, '/api/user/create-scrobble-token', {
    user: member.name,
    name: 'A player',
  })
  const { token }: { token: string } = await response.json()
  const listened_at = Math.floor(Date.now() / 1000) - 3600
  const payload = [{ listened_at, track_metadata: { artist_name: artist, track_name: title } }]
  await fetch(`${server.url}/1/submit-listens`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: JSON.stringify({ listen_type: 'single', payload }),
  })
  await expect.poll(() => tracksOf(server, member)).toMatchObject([{ track: title }])
  return member
}

async function linkLibrary(page: Page, { url }: Library) {
  await page.goto('/settings/music-library')
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  await page.getByRole('textbox', { name: 'Account' }).fill(LIBRARY_ACCOUNT)
  await page.getByLabel('Password or API key', { exact: true }).fill(LIBRARY_PASSWORD)
  await page.getByRole('button', { name: 'Link Library' }).click()
  await expect(page.getByText('1 track known here, of 1 song in your library.')).toBeVisible({ timeout: 30_000 })
}

/** Plays the track of the screen from the own library, until its tone sounds. */
async function listen(page: Page, { title, hertz }: typeof FERRY) {
  await page.getByRole('button', { name: `Listen to ${title} from your library` }).click()
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect
    .poll(async () => {
      const sound = await hear(page)
      return sound.passedS > 0.2 && Math.abs(sound.hertz - hertz) < 10
    })
    .toBe(true)
}

const rate = (page: Page, rating: number) => page.getByRole('radio', { name: String(rating) }).check()

/** Returns how often a member has played each track here, as the server has it. */
const readPlays = (server: Server, { name }: Member) =>
  server.query<{ title: string; plays: number }>(
    `select title, count(*)::int as plays from listens join members on members.id = member_id
     join tracks on tracks.id = track_id where name = $1 and source = $2 group by title`,
    name,
    SOURCE_NUMBERS.library,
  )

/** Returns the ratings of the only swap. */
const readRatings = (server: Server) =>
  server.query('select matched_rating::int as of_bo, initiator_rating::int as of_ada from song_swaps')

/** Returns the calls with a `client_id` that the server has accepted; repeats have their own ids. */
const readCalls = async (server: Server, { name }: Member) =>
  (
    await server.query<{ endpoint: string }>(
      `select endpoint from client_ids join members on members.id = member_id
       where name = $1 and endpoint in ('/api/add-song-swap-reaction', '/api/user/report-play') order by endpoint`,
      name,
    )
  ).map(({ endpoint }) => endpoint)

test('both members of a swap hear the other track from their own library, one of them in a tunnel', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ browser, server, libraries }) => {
  test.slow()
  const ada = await openPhone(browser, server, await signUpWithTrack(server, 'ada', HARBOUR))
  const bo = await openPhone(browser, server, await signUpWithTrack(server, 'bo', FERRY))
  for (const { context } of [ada, bo]) await watchSound(context)
  await linkLibrary(ada.page, libraries.ofAda)
  await linkLibrary(bo.page, libraries.ofBo)

  await chooseMatch(ada.page, bo.name)
  expect(await sendSwap(ada.page)).toBe(HARBOUR.title)

  await bo.page.goto('/track-swap-history')
  await bo.page.getByRole('link').filter({ hasText: ada.name }).first().click()
  await listen(bo.page, HARBOUR)
  await rate(bo.page, 3)
  await chooseTrack(bo.page)
  await bo.page.getByRole('button', { name: 'Send Rating & Track' }).click()
  await expect.poll(() => readPlays(server, bo), { timeout: 30_000 }).toEqual([{ title: HARBOUR.title, plays: 1 }])

  // Stored before the tunnel.
  await ada.page.goto('/track-swap-history')
  await ada.page.getByRole('link').filter({ hasText: bo.name }).first().click()
  await expect(ada.page.getByRole('button', { name: /from your library/ })).toBeVisible()
  const swapUrl = ada.page.url()
  await ada.page.goto('/settings/music-library')
  await ada.page.getByRole('radio', { name: '200 MB' }).check()
  await expect(ada.page.getByText(/^1 song stored/)).toBeVisible()
  const requests = libraries.ofAda.requests.length

  await ada.context.setOffline(true)
  const responses: Response[] = []
  ada.page.on('response', (response) => {
    if (response.url().includes('/library/songs/')) responses.push(response)
  })
  await ada.page.goto(swapUrl)
  await listen(ada.page, FERRY)
  await ada.page.getByRole('slider', { name: /^Position in/ }).press('End')
  await expect(ada.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(responses.map((response) => [response.status(), response.fromServiceWorker()])).toContainEqual([206, true])
  await listen(ada.page, FERRY)
  await rate(ada.page, 5)
  await ada.page.getByRole('button', { name: 'View Swap Results' }).click()
  await expect(ada.page.getByText('Your rating is saved. It is sent when you are back online.')).toBeVisible()
  await expect.poll(() => readStoredTexts(ada.page), { timeout: 20_000 }).toContain('listening.addPlay')
  expect(libraries.ofAda.requests).toHaveLength(requests)
  expect([await readPlays(server, ada), await readRatings(server)]).toEqual([[], [{ of_bo: 3, of_ada: null }]])

  await ada.context.setOffline(false)
  await expect.poll(() => readPlays(server, ada), { timeout: 30_000 }).toEqual([{ title: FERRY.title, plays: 1 }])
  await expect.poll(() => readRatings(server), { timeout: 30_000 }).toEqual([{ of_bo: 3, of_ada: 5 }])
  await expect(ada.page.getByText(/It is sent when/)).toHaveCount(0, { timeout: 30_000 })
  for (const player of [ada, bo])
    expect(await readCalls(server, player)).toEqual(['/api/add-song-swap-reaction', '/api/user/report-play'])
  expect(await readPlays(server, bo)).toEqual([{ title: HARBOUR.title, plays: 1 }])
  await putAway(ada, bo)
})
