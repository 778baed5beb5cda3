import { beforeAll, expect, test } from 'vitest'
import { callAudioscrobbler, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const RELEASE = '0b9c5b1e-5555-4000-8000-000000000005'

let bo: TestMember
let token: string
let tokenOfBo: string
beforeAll(async () => {
  token = await makeToken(server, await server.signUp('Ada'))
  bo = await server.signUp('Bo')
  tokenOfBo = await makeToken(server, bo)
})

const call = async (params: Record<string, string>, api_key = token) =>
  (await callAudioscrobbler(server, { api_key, ...params })).body

interface SentDetails {
  readonly release_name?: string
  readonly release_artist_name?: string
  readonly release_mbid?: string
  readonly tracknumber?: number
}

let sent = 0
/** Sends a listen, later than all before, and waits until it counts. */
async function send(of: string, track_name: string, { release_name, ...additional_info }: SentDetails = {}) {
  const listened_at = Math.floor(server.clock.now().getTime() / 1000) - 90_000 + 1000 * ++sent
  const track_metadata = { artist_name: 'Loam', track_name, release_name, additional_info }
  await submitListens(server, of, { listen_type: 'single', payload: [{ listened_at, track_metadata }] })
  await call({ method: 'user.getInfo' }, of)
}

const readAlbum = async (track: string) => (await call({ method: 'track.getInfo', artist: 'Loam', track })).track.album

test('a track has the album of the latest own listen that names one', async () => {
  await send(tokenOfBo, 'Peat', { release_name: 'Others', release_mbid: RELEASE, tracknumber: 9 })
  await send(token, 'Peat', { release_name: 'Older' })
  const details = { release_name: 'Turf', release_artist_name: 'Fen', release_mbid: RELEASE, tracknumber: 3 }
  await send(token, 'Peat', details)
  await send(token, 'Peat')
  expect(await readAlbum('Peat')).toEqual({
    artist: 'Fen',
    title: 'Turf',
    mbid: RELEASE,
    url: 'https://www.last.fm/music/Fen/Turf',
    image: ['small', 'medium', 'large', 'extralarge'].map((size) => ({ size, '#text': '' })),
    '@attr': { position: '3' },
  })
  const xml = await call({ method: 'track.getInfo', artist: 'Loam', track: 'Peat', format: 'xml' })
  expect(xml).toContain('<album position="3"><artist>Fen</artist><title>Turf</title>')
})

test('a track without an own album has that of others, without their release', async () => {
  await send(tokenOfBo, 'Silt', { release_name: 'Others', release_mbid: RELEASE, tracknumber: 9 })
  await send(token, 'Silt')
  const { title, mbid, '@attr': attributes } = await readAlbum('Silt')
  expect([title, mbid, attributes]).toEqual(['Others', '', undefined])
})

test('a track without an album has none', async () => {
  await send(token, 'Bare')
  await send(tokenOfBo, 'Bare')
  expect(await readAlbum('Bare')).toBeUndefined()
})

test('albums in the listens of a member with hidden listening are not shown', async () => {
  await send(token, 'Shared')
  await send(tokenOfBo, 'Shared', { release_name: 'Secret' })
  const hide = (hides_listening: 'true' | 'false') =>
    server.post('/api/user/edit-privacy', { user: 'Bo', hides_listening }, { as: bo })
  expect(await readAlbum('Shared')).toMatchObject({ title: 'Secret' })
  await hide('true')
  expect(await readAlbum('Shared')).toBeUndefined()
  await hide('false')
})
