import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { globalAgent } from 'node:https'
import { createInterface } from 'node:readline'
import { LastFMAuth, LastFMTrack, LastFMUser } from 'lastfm-ts-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '#server/http/listen.ts'
import { installPackages, isInstalled } from '#tests/support/debian-packages.ts'
import { makeToken } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { startTlsFront, type TlsFront } from '#tests/support/tls-front.ts'

/* Published clients for Last.fm's API, which use https only, with all that they offer. */

let server: TestServer
let listening: Listening
let front: TlsFront
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  front = await startTlsFront(listening.port)
  ada = await server.signUp('Ada')
})
afterAll(async () => {
  front.close()
  await listening.close()
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)

const PYTHON = '/usr/bin/python3'
/** Installs Debian's pylast if permitted. Returns the reason if it is missing. */
const findPylast = (): string | undefined =>
  installPackages(['python3-pylast'], () => isInstalled(PYTHON, '-cimport pylast'))

test('pylast logs in on the page of the member, loves, scrobbles and reads charts', { timeout: 180_000 }, async ({
  skip,
}) => {
  const reason = findPylast()
  if (reason !== undefined) skip(reason)
  const scrobbledAt = now() - 300
  const friend = await server.signUp('Cy')
  await server.post('/api/user/follow', { follower: 'Ada', followee: friend.name }, { as: ada })
  const program = spawn(PYTHON, ['tests/support/pylast-client.py', `localhost:${front.port}`, String(now())], {
    env: { ...process.env, SSL_CERT_FILE: front.certificate },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const page = new URL(String((await lines.next()).value))
  const opened = await server.get(page.pathname, Object.fromEntries(page.searchParams))
  const token = new URL(opened.headers.get('location') ?? '', 'http://x').searchParams.get('token') ?? ''
  const { body } = await server.get('/api/user/program-request', { user: 'Ada', token }, { as: ada })
  expect(body.request).toMatchObject({ program: 'pylast', api_key: 'key of a program', state: 'pending' })
  await server.post('/api/user/answer-program-request', { user: 'Ada', token, is_allowed: 'true' }, { as: ada })
  program.stdin.end('\n')
  expect(JSON.parse(String((await lines.next()).value))).toEqual({
    refusals: ['14', '4'],
    loved: [['Sol Ferro', 'Öde & <Fog>']],
    unloved: 0,
    playcount: 1,
    image: null,
    recent: [['Öde & <Fog>', 'Weather']],
    artists: [['Sol Ferro', 1]],
    tracks: [['Öde & <Fog>', 1]],
    albums: [['Weather', 1]],
    track: [1, 1, 1],
    track_loved: false,
    artist: [1, 1, 1],
    album: [1, 1, 1],
    whole_weeks: [],
    weekly_artists: [['Sol Ferro', 1]],
    weekly_albums: [['Weather', 1]],
    weekly_tracks: [['Öde & <Fog>', 1]],
    scrobbles: [scrobbledAt],
    friends: ['Cy'],
  })
})

test('the package lastfm-ts-api logs in, loves, scrobbles and reads charts', async () => {
  const { defaultPort, options } = globalAgent as unknown as { defaultPort: number; options: { ca?: Buffer } }
  const agent = globalAgent as unknown as { defaultPort: number; options: { ca?: Buffer | undefined } }
  agent.defaultPort = front.port
  agent.options.ca = readFileSync(front.certificate)
  try {
    const bo = await server.signUp('Bo')
    const token = await makeToken(server, bo)
    const config = { hostname: 'localhost', path: '/2.0/' } as const
    const { session } = await new LastFMAuth('k', 's', undefined, config).getMobileSession({
      username: 'Bo',
      password: token,
    })
    const track = new LastFMTrack('k', 's', session.key, config)
    const user = new LastFMUser(token, undefined, undefined, config)
    const names = { artist: 'Mothlight', track: 'Rain' }
    await track.scrobble({ ...names, timestamp: now() - 400 })
    await track.scrobbleMany([1, 2].map((place) => ({ artist: 'Ebb', track: 'Tide', timestamp: now() - 500 * place })))
    await track.love(names)
    expect((await user.getLovedTracks({ user: 'Bo' })).lovedtracks.track).toMatchObject([
      { name: 'Rain', artist: { name: 'Mothlight' } },
    ])
    await track.unlove(names)
    expect((await user.getLovedTracks({ user: 'Bo' })).lovedtracks.track).toEqual([])
    expect((await user.getTopArtists({ user: 'Bo' })).topartists.artist).toMatchObject([
      { name: 'Ebb', playcount: '2' },
      { name: 'Mothlight', playcount: '1' },
    ])
    expect((await user.getTopTracks({ user: 'Bo', period: '7day' })).toptracks.track).toMatchObject([
      { name: 'Tide', playcount: '2' },
      { name: 'Rain', playcount: '1' },
    ])
    expect((await user.getTopAlbums({ user: 'Bo' })).topalbums.album).toEqual([])
    expect((await user.getInfo({ user: 'Bo' })).user).toMatchObject({ name: 'Bo', playcount: '3' })
    await expect(track.scrobble({ ...names, timestamp: 0 })).resolves.toMatchObject({
      scrobbles: { '@attr': { accepted: 0, ignored: 1 } },
    })
  } finally {
    agent.defaultPort = defaultPort
    agent.options.ca = options.ca
  }
})
