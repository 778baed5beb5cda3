import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '#server/http/listen.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { countsOf, makeToken } from '#tests/support/players.ts'
import {
  findMpdscribble,
  lastfm,
  listenbrainz,
  sendMpdCommands,
  start,
  writeSettings,
  writeSilence,
} from '#tests/support/real-players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/* Published players scrobble to the server over the network. */

let server: TestServer
let listening: Listening
let ada: TestMember
let token: string

beforeAll(async () => {
  server = await testServer()
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
})
afterAll(() => listening.close())

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const playing = async () => (await server.get('/api/user/now-playing', { user: 'Ada' })).body.now_playing

test('the package listenbrainz submits listens, with and without the path prefix', async () => {
  const before = (await countsOf(server, ada.id)).listens
  for (const [place, prefix] of ['', 'apis/listenbrainz/'].entries()) {
    const client = new listenbrainz.Client(token, `http://127.0.0.1:${listening.port}/${prefix}`)
    const payload = [
      { listened_at: now() - 1000 * (place + 1), track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' } },
    ]
    expect(await client.submitListen({ listen_type: 'single', payload })).toEqual({ status: 200 })
    expect(await client.submitListen({ listen_type: 'single', payload })).toEqual({ status: 200 })
  }
  expect((await countsOf(server, ada.id)).listens).toBe(before + 2)
  const stranger = new listenbrainz.Client('x', `http://127.0.0.1:${listening.port}/`)
  await expect(stranger.submitListen({ listen_type: 'single', payload: [] })).rejects.toContain('401')
})

test('the package lastfm logs in, scrobbles, sends the current track and reads back', async () => {
  const client = new lastfm.LastFmNode({ api_key: token, secret: 'any', host: '127.0.0.1', port: listening.port })
  const response = <T>(begin: (handlers: { success: (it: T) => void; error: (it: unknown) => void }) => unknown) =>
    new Promise<T>((success, error) => {
      begin({ success, error: (reason) => error(reason instanceof Error ? reason : new Error(JSON.stringify(reason))) })
    })
  const session = await response<Parameters<typeof client.update>[1]>((handlers) => client.session({ token, handlers }))
  expect(session.user).toBe('Ada')
  const track = { artist: { '#text': 'Mothlight' }, name: 'Öde & <Fog>', album: { '#text': 'Weather' } }
  const at = now() - 500
  await response((handlers) => client.update('scrobble', session, { track, timestamp: at, handlers }))
  await response((handlers) => client.update('nowplaying', session, { track, duration: 90_000, handlers }))
  expect(await playing()).toMatchObject({ track: 'Öde & <Fog>', artist: 'Mothlight' })
  const recent = await response<{ recenttracks: { track: object[] } }>((handlers) =>
    client.request('user.getRecentTracks', { user: 'Ada', handlers }),
  )
  expect(recent.recenttracks.track.slice(0, 2)).toMatchObject([
    { name: 'Öde & <Fog>', '@attr': { nowplaying: 'true' } },
    { name: 'Öde & <Fog>', artist: { '#text': 'Mothlight' }, date: { uts: String(at) } },
  ])
  const broken = client.session({ user: 'Ada', key: 'f'.repeat(32) })
  await expect(
    response((handlers) => client.update('scrobble', broken, { track, timestamp: at, handlers })),
  ).rejects.toThrow('"error":9')
})

test('mpdscribble submits its stored listens, and those that its MPD plays', async ({ skip }) => {
  const reason = findMpdscribble()
  if (reason !== undefined) skip(reason)
  // The server's clock is set to the machine's.
  server.clock.advance({ seconds: (Date.now() - server.clock.now().getTime()) / 1000 })
  const before = (await countsOf(server, ada.id)).listens
  const folder = mkdtempSync(join(tmpdir(), 'flipside-mpd-'))
  writeSilence(join(folder, 'silence.wav'), 120, { artist: 'Sol Ferro', title: 'Silence' })
  const records = [1, 2, 3].map(
    (index) =>
      `a = Sol Ferro\nt = Kept ${index}\nb = \nm = \nn = \ni = ${now() - 5000 + index * 300}\nl = 151\no = P\n\n`,
  )
  const mpdPort = await freePort()
  const settings = writeSettings(folder, {
    mpdPort,
    url: `http://127.0.0.1:${listening.port}/apis/audioscrobbler_legacy`,
    user: 'ada',
    password: token,
    journal: records.join(''),
  })
  const mpd = start('mpd', ['--no-daemon', '--stderr', settings.mpd])
  const scribble = start('mpdscribble', ['--no-daemon', '--conf', settings.mpdscribble, '--log', '-', '--verbose', '2'])
  try {
    await expect.poll(async () => (await countsOf(server, ada.id)).listens).toBe(before + 3)
    await expect
      .poll(() => sendMpdCommands(mpdPort, ['update', 'clear', 'add silence.wav', 'play']))
      .not.toContain('ACK')
    await expect.poll(playing).toMatchObject({ track: 'Silence', artist: 'Sol Ferro' })
  } finally {
    await scribble.stop()
    await mpd.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
