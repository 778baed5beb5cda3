import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hasVisibleCharacters, normalizeName, parseName } from '#contract/listening/track-names.ts'
import { refreshNext } from '#server/music-services/accounts/refresh.ts'
import { readNextAccount } from '#server/music-services/followed/read-accounts.ts'
import { HOSTILE_NAMES, hostileName } from '#tests/support/hostile-names.ts'
import { brainzListen, csvTable, extendedPlay, lastfmTrack, malojaExport } from '#tests/support/listen-files.ts'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { makeMember } from '#tests/support/members.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { aggregateAccepted, callAudioscrobbler, makeToken, md5, submitListens } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

/*
 * Every way in gets the same names, with ordinary ones between them. None causes an error, and none
 * costs another one.
 */

const NAMES = [...new Set([...HOSTILE_NAMES, ...fc.sample(hostileName, { seed: 20_261_126, numRuns: 30 })])]
const isTooLong = (name: string) => parseName(name) === undefined
const isName = (name: string) => hasVisibleCharacters(normalizeName(name)) && !isTooLong(name)
/**
 * The number of tracks with a valid name: each name is an artist, and a title by another artist.
 */
const VALID = 2 * NAMES.filter(isName).length

const listenbrainz = await startListenbrainzServer()
afterAll(() => listenbrainz.stop())
const server = await testServer({
  settings: {
    dataDir: mkdtempSync(join(tmpdir(), 'flipside-data-')),
    servicesPerSecond: 1000,
    listenbrainzUrl: new URL(listenbrainz.url),
  },
})
const nowS = Math.floor(server.clock.now().getTime() / 1000)

interface Listen {
  readonly artist: string
  readonly title: string
  readonly album: string
  readonly at: number
}

/** Each name as artist, as title and as album, two minutes apart, each after an ordinary listen. */
const LISTENS: readonly Listen[] = NAMES.flatMap((name) => [
  { artist: name, title: 'Slow Ferry', album: 'Harbour' },
  { artist: 'Nine Rooms', title: name, album: 'Harbour' },
  { artist: 'Nine Rooms', title: 'Slow Ferry', album: name },
])
  .flatMap((listen) => [{ artist: 'Ordinary', title: 'Ordinary', album: 'Ordinary' }, listen])
  .map((listen, place) => ({ ...listen, at: nowS - 86_400 - place * 120 }))
/** With every second listen, and every album, which is cut or left out where it is no name. */
const STORED = LISTENS.length / 2 + NAMES.length + VALID

let members = 0
const makeOwner = () => makeMember(server, `member${++members}`)

/** Returns a member's listen counts: all, and the ordinary ones. */
async function countListens({ id }: TestMember) {
  const { rows } = await sql<{ all: number; ordinary: number }>`
    select count(*) as all, count(*) filter (where tracks.title = 'Ordinary') as ordinary
    from listens join tracks on tracks.id = track_id where member_id = ${id}`.execute(server.db)
  return rows[0]
}

const toBrainz = ({ artist, title, album, at }: Listen) => {
  const listen = brainzListen(artist, title, at)
  return { ...listen, track_metadata: { ...listen.track_metadata, release_name: album } }
}
const withAlbum = ({ artist, title, album, at }: Listen) => ({
  ...lastfmTrack(artist, title, String(at)),
  album: { '#text': album, mbid: '' },
})
const FILES: Readonly<Record<string, () => string>> = {
  listenbrainz: () => JSON.stringify(LISTENS.map(toBrainz)),
  'listenbrainz-lines': () => LISTENS.map((listen) => JSON.stringify(toBrainz(listen))).join('\n'),
  'spotify-extended': () =>
    JSON.stringify(
      LISTENS.map(({ artist, title, album, at }) =>
        extendedPlay({
          ts: new Date((at + 180) * 1000).toISOString(),
          master_metadata_track_name: title,
          master_metadata_album_artist_name: artist,
          master_metadata_album_album_name: album,
          spotify_track_uri: `spotify:track:${at}`,
        }),
      ),
    ),
  'lastfm-json': () => JSON.stringify(LISTENS.map(withAlbum)),
  maloja: () =>
    JSON.stringify(
      malojaExport(
        ...LISTENS.map(({ artist, title, album, at }) => ({
          time: at,
          track: { artists: [artist], title, album: { albumtitle: album, artists: [artist] }, length: 180 },
        })),
      ),
    ),
  'lastfm-csv': () =>
    csvTable(
      ['uts', 'utc_time', 'artist', 'artist_mbid', 'album', 'album_mbid', 'track', 'track_mbid'],
      LISTENS.map(({ artist, title: track, album, at: uts }) => ({ uts, artist, album, track })),
    ),
}

test.each(Object.keys(FILES))(
  'an import of %s stores every listen that has names, and counts the others',
  async (format) => {
    const owner = await makeOwner()
    const response = await server.app.hono.request(
      `http://localhost:3000/api/user/import-listens?user=${owner.name}`,
      {
        method: 'POST',
        body: FILES[format]?.() ?? '',
        headers: { cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    const { import: result } = await response.json()
    const skipped = result.skipped.reduce((sum: number, { records }: { records: number }) => sum + records, 0)
    expect([response.status, result.status, result.note]).toEqual([200, 'done', ''])
    expect([result.taken, result.taken + result.known + skipped]).toEqual([STORED, LISTENS.length])
    expect(await countListens(owner)).toEqual({ all: STORED, ordinary: LISTENS.length / 2 })
  },
)

test('a followed account with such names is read to its end, and shows the number of skipped listens', async () => {
  const owner = await makeOwner()
  listenbrainz.accounts.push({ name: owner.name, listens: LISTENS })
  await server.post('/api/user/follow-account', { user: owner.name, name: owner.name }, { as: owner })
  while (await readNextAccount(server.services));
  const { body } = await server.get('/api/user/followed-account', { user: owner.name }, { as: owner })
  expect(body.account).toMatchObject({ added: STORED, is_caught_up: true, failure: null })
  const skipped = body.account.skipped.reduce((sum: number, { records }: { records: number }) => sum + records, 0)
  expect(skipped).toBe(LISTENS.length - STORED)
  expect(await countListens(owner)).toEqual({ all: STORED, ordinary: LISTENS.length / 2 })
})

test('charts of a service with such names are stored', async () => {
  const owner = await makeOwner()
  const statistics = LISTENS.map(({ artist, title }) => [artist, title, 3] as const)
  listenbrainz.accounts.push({ name: owner.name, listens: LISTENS, statistics })
  const query = { user: owner.name, source: 'listenbrainz', name: owner.name }
  await server.post('/api/user/choose-music-account', query, { as: owner })
  await refreshNext(server.services)
  const { body } = await server.get('/api/user/music-account', { user: owner.name }, { as: owner })
  expect(body.account.failure).toBeNull()
  const { body: chart } = await server.get('/api/user/top-artists', { user: owner.name, limit: 1 }, { as: owner })
  expect(chart.topArtists).toMatchObject([{ name: 'Ordinary' }])
})

/** Returns the number of scrobbles that the scrobbling settings show as set aside. */
async function countSetAside(owner: TestMember): Promise<number> {
  const { body } = await server.get('/api/user/scrobble-tokens', { user: owner.name }, { as: owner })
  return body.set_aside.reduce((sum: number, { records }: { records: number }) => sum + records, 0)
}

const chunk = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, place) => list.slice(place * size, (place + 1) * size))

test('scrobbles of ListenBrainz players with names that are too long are set aside, and the others are added', async () => {
  const owner = await makeOwner()
  const token = await makeToken(server, owner)
  // ListenBrainz rejects what has no names.
  const sent = LISTENS.filter(({ artist, title }) =>
    [artist, title].every((name) => hasVisibleCharacters(name) && !name.includes('\0')),
  )
  for (const payload of chunk(sent.map(toBrainz), 500))
    expect((await submitListens(server, token, { listen_type: 'import', payload })).status).toBe(200)
  await aggregateAccepted(server)
  const valid = sent.filter(({ artist, title }) => isName(artist) && isName(title))
  expect(await countListens(owner)).toEqual({ all: valid.length, ordinary: LISTENS.length / 2 })
  expect(await countSetAside(owner)).toBe(sent.length - valid.length)
})

const form = (entries: readonly (readonly [string, string])[]) => Object.fromEntries(entries)

test('scrobbles of Audioscrobbler 2.0 are added, or ignored one by one', async () => {
  const owner = await makeOwner()
  const token = await makeToken(server, owner)
  let accepted = 0
  for (const batch of chunk(LISTENS, 50)) {
    const tracks = batch.flatMap(({ artist, title, album, at }, place) => [
      [`artist[${place}]`, artist] as const,
      [`track[${place}]`, title] as const,
      [`album[${place}]`, album] as const,
      [`timestamp[${place}]`, String(at)] as const,
    ])
    const { status, body } = await callAudioscrobbler(server, { method: 'track.scrobble', sk: token, ...form(tracks) })
    expect(status).toBe(200)
    accepted += body.scrobbles['@attr'].accepted
  }
  await aggregateAccepted(server)
  expect(await countListens(owner)).toEqual({ all: STORED, ordinary: LISTENS.length / 2 })
  expect([accepted, await countSetAside(owner)]).toEqual([STORED, LISTENS.length - STORED])
})

test('scrobbles of Audioscrobbler 1.2 are added, and the others counted', async () => {
  const owner = await makeOwner()
  const token = await makeToken(server, owner)
  const at = String(nowS)
  const login = { hs: 'true', p: '1.2', u: owner.name, t: at, a: md5(`${md5(token)}${at}`), c: 'tst' }
  const { body: handshake } = await server.get('/apis/audioscrobbler_legacy', login)
  const [, session = ''] = handshake.split('\n')
  const post = (path: string, fields: Record<string, string>) =>
    server.post(
      `/apis/audioscrobbler_legacy/${path}`,
      {},
      {
        body: new URLSearchParams({ s: session, ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )
  for (const batch of chunk(LISTENS, 50)) {
    const tracks = batch.flatMap(({ artist, title, album, at: listenedAt }, place) => [
      [`a[${place}]`, artist] as const,
      [`t[${place}]`, title] as const,
      [`b[${place}]`, album] as const,
      [`i[${place}]`, String(listenedAt)] as const,
    ])
    expect((await post('submit', form(tracks))).body).toBe('OK\n')
  }
  await aggregateAccepted(server)
  expect(await countListens(owner)).toEqual({ all: STORED, ordinary: LISTENS.length / 2 })
  expect(await countSetAside(owner)).toBe(LISTENS.length - STORED)
  for (const name of NAMES) {
    const { status, body } = await post('np', { a: 'Nine Rooms', t: name })
    expect([name, status, /^(?:OK|FAILED a and t)/.test(body)]).toEqual([name, 200, true])
  }
})

test('what plays now, and loves, may have any name', { tags: NIGHTLY }, async () => {
  const owner = await makeOwner()
  const token = await makeToken(server, owner)
  for (const name of NAMES) {
    const track = { track_metadata: { artist_name: 'Nine Rooms', track_name: name, release_name: name } }
    const playing = await submitListens(server, token, { listen_type: 'playing_now', payload: [track] })
    const calls = []
    for (const method of ['track.updateNowPlaying', 'track.love', 'track.unlove'])
      calls.push((await callAudioscrobbler(server, { method, sk: token, artist: name, track: 'Slow Ferry' })).status)
    expect([name, playing.status < 500, calls.every((status) => status === 200 || status === 400)]).toEqual([
      name,
      true,
      true,
    ])
  }
  const { body } = await callAudioscrobbler(server, { method: 'user.getInfo', sk: token })
  expect(body.user.name).toBe(owner.name)
})

test.each([
  ['create-broadcast-by-names', { title: 'Listen' }],
  ['user/love-track', { is_loved: 'true' }],
  ['user/save-for-later', { is_saved: 'true' }],
  ['user/add-listen', { listened_at: '2024-05-17T12:00:00Z' }],
])('%s takes names, and rejects other texts with 400', { tags: NIGHTLY }, async (path, more) => {
  const owner = await makeOwner()
  for (const name of NAMES)
    for (const names of [
      { artist: name, track: 'Slow Ferry' },
      { artist: 'Nine Rooms', track: name },
    ]) {
      const { status } = await server.post(`/api/${path}`, { user: owner.name, ...names, ...more }, { as: owner })
      const isTaken = isName(name) && !name.includes('\0')
      expect([name, status]).toEqual([name, isTaken ? 200 : 400])
    }
})

test('a listen may be added with, and corrected to, any names', { tags: NIGHTLY }, async () => {
  const owner = await makeOwner()
  const own = { user: owner.name }
  const names = { artist: 'Nine Rooms', track: 'Slow Ferry' }
  for (const [place, name] of NAMES.entries()) {
    const added = await server.post(
      '/api/user/add-listen',
      { ...own, ...names, album: name, listened_at: '2024-05-17T12:00:00Z' },
      { as: owner },
    )
    expect([name, added.status]).toEqual([name, isTooLong(name) || name.includes('\0') ? 400 : 200])
    const { body } = await server.get('/api/user/listens', own, { as: owner })
    const scope = ['one', 'track', 'album'][place % 3]
    const query = { ...own, id: body.listens[0]?.id, artist: name, track: name, album: name, scope }
    const corrected = await server.post('/api/user/correct-listen', query, { as: owner })
    expect([name, scope, corrected.status < 500]).toEqual([name, scope, true])
  }
})

test('reads by name, and the search, respond to every name', { tags: NIGHTLY }, async () => {
  const owner = await makeOwner()
  for (const name of NAMES) {
    const reads = [
      ['/api/artist/top-listeners', { artist: name }],
      ['/api/artist/listens', { user: owner.name, artist: name }],
      ['/api/user/listens', { user: owner.name, artist: name }],
      ['/api/search-music', { search_term: name.slice(0, 100) }],
      ['/api/swappable-track', { user: owner.name, artist: name, track: name }],
    ] as const
    for (const [path, query] of reads) {
      const { status } = await server.get(path, query, { as: owner })
      expect([path, name, status < 500]).toEqual([path, name, true])
    }
  }
})
