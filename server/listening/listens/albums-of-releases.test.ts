import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 100_000
const RELEASE = '00000000-0000-4000-8000-000000000001'

let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

let listened = 0
interface Sent {
  readonly artist: string
  readonly album?: string
  readonly albumArtist?: string
  readonly releaseMbid?: string | null
}
const take = (member: TestMember, ...sent: readonly Sent[]) =>
  createBatchImporter(server.db, member.id)(
    'listenbrainz',
    sent.map(({ artist, album = 'Mixtape', albumArtist, releaseMbid = RELEASE }) => ({
      artist: `${artist} ${round}`,
      title: `Song ${++listened}`,
      listenedAt: AT + 300 * listened,
      details: { album, albumArtist: albumArtist && `${albumArtist} ${round}`, releaseMbid: releaseMbid ?? undefined },
    })),
  )
const albumsOf = async (member: TestMember) => {
  const { body } = await server.get(
    '/api/user/chart',
    { user: member.name, kind: 'albums', period: 'overall' },
    { as: member },
  )
  return body.rows.map((row: { name: string; artist: string; plays: number }) => [row.name, row.artist, row.plays])
}

test('a compilation without an album artist is one album by its release, in one file', async () => {
  await take(ada, { artist: 'A' }, { artist: 'B' }, { artist: 'A feat. C' })
  expect(await albumsOf(ada)).toEqual([['Mixtape', `A ${round}`, 3]])
})

test('tracks of a release that arrive one by one are on one album', async () => {
  for (const artist of ['A', 'A feat. C', 'B']) await take(ada, { artist })
  expect(await albumsOf(ada)).toEqual([['Mixtape', `A ${round}`, 3]])
})

test('an album artist that was sent decides, also for tracks without one', async () => {
  await take(ada, { artist: 'A' }, { artist: 'B', albumArtist: 'Various' })
  await take(ada, { artist: 'C' })
  expect(await albumsOf(ada)).toEqual([['Mixtape', `Various ${round}`, 3]])
})

test('albums of another title, of another release and without one are by the artists of their tracks', async () => {
  await take(
    ada,
    { artist: 'A' },
    { artist: 'B', album: 'Other' },
    { artist: 'C', releaseMbid: RELEASE.replace(/1$/, '2') },
  )
  await take(ada, { artist: 'D', releaseMbid: null })
  expect(await albumsOf(ada)).toHaveLength(4)
})

test('the release in the history of one member decides nothing for others', async () => {
  const forger = await makeMember(server, `forger${round}`)
  await take(forger, { artist: 'Rude' })
  await take(ada, { artist: 'Famous' })
  expect(await albumsOf(ada)).toEqual([['Mixtape', `Famous ${round}`, 1]])
})

test('a corrected artist takes its album along', async () => {
  await take(ada, { artist: 'Bjork' }, { artist: 'Bjork' })
  for (const listen of (await server.get('/api/user/listens', { user: ada.name }, { as: ada })).body.listens) {
    const correction = { user: ada.name, id: listen.id, artist: `Björk ${round}`, track: listen.track, scope: 'track' }
    expect((await server.post('/api/user/correct-listen', correction, { as: ada })).status).toBe(200)
  }
  expect(await albumsOf(ada)).toEqual([['Mixtape', `Björk ${round}`, 2]])
  await take(ada, { artist: 'Guest' })
  expect(await albumsOf(ada)).toEqual([['Mixtape', `Björk ${round}`, 3]])
})
