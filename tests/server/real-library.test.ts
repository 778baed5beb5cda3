import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toLibraryCoverPath, toLibrarySongPath, toLibraryTrackId } from '#contract/listening/music-library.ts'
import { type Listening, listen } from '#server/http/listen.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { toListedSong } from '#server/music-services/library/match-songs.ts'
import { readNextLibrary } from '#server/music-services/library/read-library.ts'
import { listByAlbums } from '#server/music-services/library/subsonic-listing.ts'
import { openSubsonicCall } from '#server/music-services/library/subsonic-songs.ts'
import { makeMember } from '#tests/support/members.ts'
import { SECRET_KEY } from '#tests/support/relays.ts'
import { createFlac, createTaggedWav, findSupysonic, type Supysonic, startSupysonic } from '#tests/support/supysonic.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

/* A library that is not of this project: Debian's Supysonic, which accepts no tokens. */

const reason = findSupysonic()
const PASSWORD = 'pässword & more'
const WAV = createTaggedWav(3, { artist: 'Sol Ferro', title: 'Öde & <Fog>' })
const FLAC = createFlac(200, { artist: 'Loam', title: 'Peat' })
const allowed: string[] = []
const server = await testServer({ settings: { secretKey: SECRET_KEY, libraryPrivateAddresses: allowed } })
let library: Supysonic
let listening: Listening
let ada: TestMember
let trackIds: readonly number[]

beforeAll(async () => {
  if (reason !== undefined) return
  const cover = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#9a4f2c' } })
    .jpeg()
    .toBuffer()
  library = await startSupysonic({ user: 'ada', password: PASSWORD }, (folder) => {
    writeFileSync(join(folder, 'fog.wav'), WAV)
    mkdirSync(join(folder, 'album'))
    writeFileSync(join(folder, 'album', 'peat.flac'), FLAC)
    writeFileSync(join(folder, 'album', 'cover.jpg'), cover)
    writeFileSync(join(folder, 'unknown.wav'), createTaggedWav(1, { artist: 'Other', title: 'Song' }))
  })
  allowed.push(library.url)
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  ada = await makeMember(server, 'ada')
  const names = [
    { artist: 'SOL  ferro', title: 'öde & <fog>' },
    { artist: 'Loam', title: 'Peat' },
    { artist: 'Loam', title: 'Fen' },
  ]
  trackIds = await server.db.transaction().execute((tx) => insertTracks(tx, names))
}, 60_000)
afterAll(async () => {
  await listening?.close()
  await library?.stop()
})

const link = (password: string) =>
  server.post(
    '/api/user/link-music-library',
    { user: 'ada', address: library.url, account: 'ada', password },
    { as: ada },
  )
const readState = async () => (await server.get('/api/user/music-library', { user: 'ada' }, { as: ada })).body.library
const request = (path: string, headers: Record<string, string> = {}) => {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`http://127.0.0.1:${listening.port}${path}`, { headers: { cookie, ...headers } })
}
const play = (trackId: number, headers?: Record<string, string>) => request(toLibrarySongPath(trackId), headers)
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('Supysonic is linked, matched and played', { timeout: 60_000 }, async ({ skip }) => {
  if (reason !== undefined) skip(reason)
  await expect.poll(async () => (await link(PASSWORD)).status, { timeout: 20_000, interval: 500 }).toBe(200)
  expect((await link('wrong')).body.error).toBe("The library doesn't accept this account and password.")
  expect((await readState()).name).toMatch(/^Subsonic 1\./)
  await readNextLibrary(server.services)
  expect(await readState()).toMatchObject({ songs: 3, matched: 2, failure: null, is_matching: false })

  const byAlbums: unknown[] = []
  const credentials = { kind: 'password', password: PASSWORD } as const
  const call = openSubsonicCall(server.services, { address: library.url, account: 'ada', credentials })
  for await (const { records } of listByAlbums(call, 0)) byAlbums.push(...records)
  const titles = byAlbums.flatMap((record) => toListedSong(record)?.titleKey ?? [])
  expect(new Set(titles)).toEqual(new Set(['peat', 'song', 'öde & <fog>']))
  expect(titles).toHaveLength(3)

  const [fog = 0, peat = 0, fen = 0] = trackIds
  const whole = await play(fog)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/x-wav'])
  expect((await readBytes(whole)).equals(WAV)).toBe(true)
  const part = await play(peat, { Range: 'bytes=10-109' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-109/${FLAC.length}`])
  expect((await readBytes(part)).equals(FLAC.subarray(10, 110))).toBe(true)
  expect((await play(peat, { Range: 'bytes=-5' })).headers.get('content-length')).toBe('5')
  expect((await play(peat, { Range: `bytes=${FLAC.length}-` })).status).toBe(416)
  expect((await play(fen)).status).toBe(404)

  const cover = await request(toLibraryCoverPath(peat))
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { dominant } = await sharp(await readBytes(cover)).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
  expect((await request(toLibraryCoverPath(fog))).status).toBe(404)

  const listened = { user: 'ada', track_id: peat, duration_ms: 200_000, played_ms: 120_000 }
  const listened_at = new Date(server.clock.now().getTime() - 300_000).toISOString()
  const client_id = crypto.randomUUID()
  const reported = await server.post('/api/user/report-play', { ...listened, listened_at, client_id }, { as: ada })
  expect(reported.status).toBe(200)
  const { body } = await server.get('/api/user/listens', { user: 'ada' }, { as: ada })
  expect(toLibraryTrackId(body.listens[0].links)).toBe(peat)

  library.setPassword('changed')
  const refused = await play(peat)
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'library_refuses' }])
  expect(await readState()).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
  const { secret } = await server.db.selectFrom('music_libraries').select('secret').executeTakeFirstOrThrow()
  for (const text of [PASSWORD, Buffer.from(PASSWORD).toString('hex')]) {
    expect(secret.includes(text)).toBe(false)
    expect(server.lines.join('')).not.toContain(text)
  }
})
