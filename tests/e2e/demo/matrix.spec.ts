import type { Browser } from '@playwright/test'
import { saveForLater } from '#contract/listening/later-tracks.ts'
import { loveTrack } from '#contract/listening/loved-tracks.ts'
import { addSongSwapTrack, createSongSwap } from '#contract/swaps/swaps.ts'
import { endpointPaths } from '#tests/support/endpoint-paths.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { readsOfScreens } from '#tests/support/reads.ts'
import { logIn, session, signUpWithListens } from '../support/people.ts'
import { checkCell, type MatrixWorld } from '../support/read-cell.ts'
import { type ReadFault, readFaults } from '../support/read-faults.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

/** Cells in the seeded part; `npm run matrix` runs all. */
const CELLS = 3
const seed = Number(process.env['MATRIX_SEED'] ?? 1)
const isWhole = process.env['MATRIX'] === 'all'

const faults = Object.keys(readFaults) as ReadFault[] // by its own keys
const all = readsOfScreens.flatMap((read) => faults.map((fault) => ({ read, fault })))
/** Known storms, then cells by the seed, spread over the table. */
const storms = all.filter(
  ({ read: { endpoint, parameter, screen }, fault }) =>
    (endpoint === 'getProfile' && screen === '/profile' && fault === '429') ||
    (endpoint === 'getTopArtists' && (fault === '500' || fault.startsWith('503'))) ||
    (endpoint === 'getBroadcasts' && parameter === 'before' && screen === '/' && fault === '500'),
)
const step = Math.floor(readsOfScreens.length / CELLS)
const seeded = Array.from({ length: CELLS }, (_, at) => {
  const place = (seed * 7 + at * step) % readsOfScreens.length
  return all[place * faults.length + ((seed + at) % faults.length)]
})
const cells = isWhole ? all : [...new Set([...storms, ...seeded])]

let made: Promise<MatrixWorld> | undefined

for (const cell of cells) {
  if (!cell) continue
  const { read, fault } = cell
  const which = [read.endpoint, read.parameter].filter(Boolean).join(' ')
  test(`${which} fails alone on ${read.screen} with ${fault}`, { tag: NIGHTLY }, async ({ browser, server }) => {
    test.slow() // two browsers and the server share the processors
    made ??= makeWorld(browser, server)
    await checkCell(browser, await made, read, fault)
  })
}

/**
 * Creates a member with a follower, a message, a swap, a followed member, and a track that is loved
 * and saved for later.
 */
async function makeWorld(browser: Browser, server: Server): Promise<MatrixWorld> {
  const me = await signUpWithListens(server.url, 'ada')
  const other = await signUpWithListens(server.url, 'bo')
  const [asMe, asOther] = [await poster(server, me), await poster(server, other)]
  await asMe('/api/user/follow', { follower: me.name, followee: other.name })
  await asOther('/api/user/follow', { follower: other.name, followee: me.name })
  await asOther('/api/send-direct-message', { user: other.name, recipient: me.name, message: 'Hello' })
  const { song_swap_id: swap } = await asMe(createSongSwap.path, { user: me.name, matched_user: other.name })
  const { topTracks } = await asMe.get('/api/user/top-tracks', { user: me.name, limit: '1' })
  const [{ id, name, artist }] = topTracks
  await asMe(addSongSwapTrack.path, { user: me.name, songswapid: String(swap), trackid: String(id) })
  await asMe(saveForLater.path, { user: me.name, artist, track: name, is_saved: 'true' })
  await asMe(loveTrack.path, { user: me.name, artist, track: name, is_loved: 'true' })
  const feed = await asMe.get('/api/get-broadcasts', { limit: '1' })

  const context = await browser.newContext({ baseURL: server.url })
  await logIn(await context.newPage(), me)
  const storageState = await context.storageState()
  await context.close()
  const names = { me: me.name, other: other.name, swap: String(swap), broadcast: String(feed.broadcasts[0].id) }
  return { url: server.url, storageState, names, paths: await endpointPaths() }
}

async function poster({ url }: Server, member: Parameters<typeof session>[1]) {
  const cookie = await session(url, member)
  const request = async (method: string, path: string, query: Record<string, string>) => {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { method, headers: { cookie } })
    expect(response.ok, `${path}: ${response.status}`).toBe(true)
    return JSON.parse((await response.text()) || '{}')
  }
  const post = (path: string, query: Record<string, string>) => request('POST', path, query)
  return Object.assign(post, { get: (path: string, query: Record<string, string>) => request('GET', path, query) })
}
