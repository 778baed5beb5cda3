import { QueryObserver } from '@tanstack/react-query'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type LiveQuery, liveOptions } from '#src/cache/live.ts'
import { laterQuery } from '#src/listening/later/queries.ts'
import { ownListensQuery } from '#src/listening/listens/queries.ts'
import { endpointPaths } from '#tests/support/endpoint-paths.ts'
import { readsOfScreens } from '#tests/support/reads.ts'
import { member, type Responds } from './host.ts'
import { passTime } from './pass-time.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const PAGE = '<!doctype html><title>Train</title>'

/** Failures that say nothing about whether the requested record exists. */
const failures: Readonly<Record<string, Responds>> = {
  'a 500': { status: 500, json: { error: 'Something went wrong.' } },
  'a 502 with a page': { status: 502, text: PAGE, type: 'text/html' },
  'the page of a portal': 'page',
  'a lost connection': 'cut',
  'a time-out': 'never',
}

let paths: ReadonlyMap<string, string>
beforeAll(async () => {
  paths = await endpointPaths()
})

const names: Readonly<Record<string, string>> = { me: member, other: 'kojiro', swap: '7', broadcast: '5' }
const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? name)

const status = {
  viewer: member,
  newest_broadcast: 1,
  unread_messages: 0,
  swaps_waiting: 0,
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}
const broadcast = { id: 5, user: 'kojiro', title: 'Listen', body: 'Night Bus by The Tunnels', type: 'Track' }
const track = { id: 1, name: 'Night Bus', artist_id: 1, artist: 'The Tunnels', lastfmtrackurl: '' }

const SHORT_MS = 100
const timeoutSignal = AbortSignal.timeout.bind(AbortSignal)

/**
 * Shows the screen on which one read alone fails. If it never responds, requests time out early.
 */
async function showFailing(endpoint: string, screen: string, failure: Responds) {
  if (failure === 'never') vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeoutSignal(SHORT_MS))
  onTestFinished(() => void vi.restoreAllMocks())
  const path = (paths.get(endpoint) ?? '').replace('/api/', '')
  host.responds({
    'user/status': status,
    'get-broadcasts': { broadcasts: [broadcast] },
    'track/by-id': { track, topListeners: [], listeners: 0, plays: 0 },
    'user/privacy': { hides_listening: false, is_private: false, shares_loved_tracks: false },
    [`${path}?user=${member}`]: failure,
    [path]: failure,
  })
  return showScreen(fill(screen), member)
}

const rows = readsOfScreens.filter(({ failed, reach, isRare }) => failed !== undefined && !reach && !isRare)
const cells = rows.flatMap(({ endpoint, screen, failed = '' }) =>
  Object.entries(failures).map(([name, failure]) => ({ endpoint, screen, failed, name, failure })),
)

test.each(cells)('$endpoint on $screen with $name shows "$failed"', async ({ endpoint, screen, failed, failure }) => {
  const shown = await showFailing(endpoint, screen, failure)
  await shown.contains(failed)
  expect(shown.text()).not.toMatch(/not found/i)
  // Its code is loaded with the first failure.
  await shown.waits(() => expect(shown.buttons()).toContain('Try Again'))
})

/** One record's screens, and what each says when there is none. */
const records = [
  { endpoint: 'getArtist', screen: '/artist/1', failed: 'Failed to load the artist', none: 'Artist not found' },
  { endpoint: 'getProfile', screen: '/profile/bo', failed: 'Failed to fetch profile', none: 'User not found' },
  { endpoint: 'getDirectMessages', screen: '/dm/bo', failed: 'Failed to load messages', none: 'User not found.' },
  {
    endpoint: 'getSharedSwap',
    screen: '/track-swap-results?id=9',
    failed: 'Failed to fetch swap details',
    none: 'Swap not found',
  },
]
/** Refusals that are not the record's. */
const otherRefusals: Readonly<Record<string, Responds>> = {
  'a 404 with a page': { status: 404, text: PAGE, type: 'text/html' },
  'a 404 of a proxy': { status: 404, text: '404 page not found', type: 'text/plain' },
  'a 401': { status: 401, json: { error: 'Please log in to continue.', code: 'no_session' } },
  'a 403': { status: 403, json: { error: 'No.' } },
  'a 429': { status: 429, json: { error: 'Too many requests.' } },
}
const NONE_STATUS: Readonly<Record<string, number>> = { getProfile: 400 }

describe.each(records)('$screen', ({ endpoint, screen, failed, none }) => {
  test.each(Object.entries(otherRefusals))('with %s does not say that there is none', async (_, failure) => {
    const shown = await showFailing(endpoint, screen, failure)
    await shown.contains(failed)
    expect(shown.text()).not.toContain(none)
  })

  test('says that there is none when the server does', async () => {
    const status = NONE_STATUS[endpoint] ?? 404
    const shown = await showFailing(endpoint, screen, { status, json: { error: 'No such record.', code: 'not_found' } })
    await shown.shows(none)
  })
})

test.each([
  ['/artist/1', 'artist/by-id', 'Failed to load the artist'],
  ['/track/1', 'track/by-id', 'Failed to load the track'],
  ['/album/1', 'album/by-id', 'Failed to load the album'],
])('%s with an unrelated object does not say that there is none', async (screen, path, failed) => {
  host.responds({ 'user/status': status, [path]: { message: 'Welcome to the network of the train' } })
  const shown = await showScreen(screen, member)
  await shown.shows(failed)
})

describe('a proxy that responds 404 during a deploy', () => {
  const proxy = { status: 404, text: '404 page not found', type: 'text/plain' }
  const isRequested = (path: string, times: number) => expect(host.requests(path)).toHaveLength(times)

  async function expectRetained<A, V>(query: LiveQuery<A, V>, path: string, response: object) {
    const pass = passTime()
    host.responds({ 'user/status': status, [path]: response })
    const { client, refresh } = await showScreen('/search', member)
    const { placeholderData: _none, ...options } = liveOptions(query)
    onTestFinished(new QueryObserver(client, options).subscribe(() => {}))
    const isStored = () => expect(client.getQueryData(query.queryKey)).toMatchObject({ response })
    await vi.waitFor(isStored)
    const before = host.requests(path).length
    host.responds({ [path]: proxy })
    await refresh()
    await vi.waitFor(() => isRequested(path, before + 1))
    isStored()
    host.responds({ [path]: response })
    await pass(1500)
    isRequested(path, before + 2)
    isStored()
  }

  test('leaves what is stored of an addition to the spec, which is retried', async () => {
    await expectRetained(laterQuery(member), 'user/later-tracks', { laterTracks: [], total: 0, heard: [] })
  })

  test('leaves the stored listens, which are retried', async () => {
    await expectRetained(ownListensQuery(member), 'user/listens', { listens: [] })
  })

  test('does not end the poll of a status', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    host.responds({ 'user/status': status })
    const { refresh } = await showScreen('/search', member)
    const isPolled = (times: number) => vi.waitFor(() => isRequested('user/status', times))
    await isPolled(1)
    host.responds({ 'user/status': proxy })
    await refresh()
    await isPolled(2)
    await perform(() => vi.advanceTimersByTimeAsync(31_000))
    await isPolled(3)
  })
})
