import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import type { Scrobble } from './scrobble.ts'

/* Whose album a corrected listen is on, if the file named an album artist. */

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
})

const onAlbum = (title: string, place: number, album: string, albumArtist: string): Scrobble => ({
  artist: 'Ebb',
  title,
  listenedAt: 1_790_000_000 + place * 300,
  details: { album, albumArtist },
})
const importListens = (...scrobbles: readonly Scrobble[]) => createBatchImporter(server.db, ada.id)('maloja', scrobbles)

async function correct(title: string, to: Record<string, string>) {
  const { body } = await server.get('/api/user/listens', { user: 'ada' }, { as: ada })
  const listens: readonly { readonly id: string; readonly track: string }[] = body.listens
  const id = listens.find(({ track }) => track === title)?.id ?? ''
  expect((await server.post('/api/user/correct-listen', { user: 'ada', id, ...to }, { as: ada })).status).toBe(200)
}

/** Returns the albums of the member as title and album artist. */
async function readAlbums() {
  const query = { user: 'ada', kind: 'albums', period: 'overall' }
  const { body } = await server.get('/api/user/chart', query, { as: ada })
  const rows: readonly { readonly name: string; readonly artist: string }[] = body.rows
  return rows.map(({ name, artist }) => `${name} by ${artist}`).toSorted()
}

test.each(['one', 'track', 'album'])(
  'another album is by the corrected artist if the file named the former one, scope %s',
  async (scope) => {
    await importListens(onAlbum('Dwan', 0, 'Days', 'EBB'), onAlbum('Noon', 2, 'Hits', 'Various'))
    await correct('Dwan', { artist: 'Flow', track: 'Dawn', scope, album: 'Long Days' })
    await correct('Noon', { artist: 'Flow', track: 'Night', scope, album: 'More Hits' })
    const corrected = ['Long Days by Flow', 'More Hits by Various']
    expect(await readAlbums()).toEqual(corrected)
    await importListens(onAlbum('Dwan', 9, 'Days', 'Ebb'))
    expect(await readAlbums()).toEqual(scope === 'one' ? ['Days by Ebb', ...corrected] : corrected)
    await expectRightCounts(server.db)
  },
)

test('the album that a file names with its artist stays that of this artist when a guest is added', async () => {
  await importListens(onAlbum('Dawn', 0, 'Days', 'Ebb'))
  await correct('Dawn', { artist: 'Ebb feat. Flow', track: 'Dawn', scope: 'track' })
  expect(await readAlbums()).toEqual(['Days by Ebb'])
})
