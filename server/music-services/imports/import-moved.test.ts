import { expect, test } from 'vitest'
import { insertTracks } from '#server/listening/index.ts'
import { listTrackLinks } from '#server/listening/links/read-track-links.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { readMonth } from '#server/ownership/export/listens.ts'
import { listSections } from '#server/ownership/export/sections.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { makeZip } from '#tests/support/zips.ts'

/*
 * A move to another account: the export of one, sent to the other, which then gets the first file
 * again.
 */

const AT = Date.parse('2026-10-05T08:00:00Z')
/** A Spotify file: six plays for each of ten titles. */
const spotify = JSON.stringify(
  Array.from({ length: 60 }, (_, place) => ({
    ts: new Date(AT + place * 600_000).toISOString().replace('.000Z', 'Z'),
    ms_played: 200_000,
    master_metadata_track_name: `Track ${place % 10}`,
    master_metadata_album_artist_name: place % 10 === 9 ? 'Hiss' : 'Sol',
    master_metadata_album_album_name: place % 10 === 3 ? 'Live' : 'Tides',
    spotify_track_uri: null,
  })),
)

const upload = async (server: TestServer, as: TestMember, body: Buffer | string) => {
  const query = { user: as.name, file_name: 'x' }
  const { status, body: response } = await server.request('POST', '/api/user/import-listens', query, {
    as,
    body: body as string,
  })
  expect([status, response]).toEqual([200, expect.anything()])
  return response.import
}

async function exportAll(server: TestServer, { id }: TestMember): Promise<Buffer> {
  const read = async (lines: AsyncGenerator<string>) => {
    let content = ''
    for await (const page of lines) content += page
    return content
  }
  const files = [{ name: 'listens/2026/10.jsonl', content: await read(readMonth(server.db, id, '2026-10')) }]
  for (const { path, lines } of listSections(id)) files.push({ name: path, content: await read(lines(server.db)) })
  return makeZip(...files)
}

test('after a move the same file adds nothing: deletions, corrections and ignored artists have moved too', async () => {
  const server = await testServer()
  const [ada, eve] = [await server.signUp('ada'), await server.signUp('eve')]
  expect((await upload(server, ada, spotify)).taken).toBe(60)
  const list = async (as: TestMember) => {
    const { body } = await server.get('/api/user/listens', { user: as.name, limit: 100 }, { as })
    return body.listens as { id: string; track: string; artist: string; album: string; artist_id: number }[]
  }
  const post = async (path: string, query: object) => {
    const { status } = await server.post(path, { user: 'ada', ...query }, { as: ada })
    expect(status).toBe(200)
  }
  const listens = await list(ada)
  const first = (track: string) => listens.find((listen) => listen.track === track)
  const deleted = listens.filter(({ track }) => track === 'Track 0').slice(0, 3)
  for (const { id } of deleted) await post('/api/user/delete-listen', { id })
  await post('/api/user/correct-listen', { id: first('Track 1')?.id, artist: 'Sol', track: 'First', scope: 'track' })
  await post('/api/user/correct-listen', { id: first('Track 2')?.id, artist: 'Sol', track: 'Second', scope: 'one' })
  await post('/api/user/correct-listen', { id: first('Track 3')?.id, artist: 'Sol', track: 'Third', scope: 'album' })
  await post('/api/user/correct-listen', {
    id: first('Track 4')?.id,
    artist: 'Sol',
    track: 'Track 4',
    album: '',
    scope: 'track',
  })
  await post('/api/user/ignore-artist', { id: first('Track 9')?.artist_id, is_ignored: 'true' })
  await post('/api/user/love-track', { artist: 'Sol', track: 'First', is_loved: 'true' })
  const names = (rows: Awaited<ReturnType<typeof list>>) =>
    rows.map(({ artist, track, album }) => `${artist} ${track} ${album}`).toSorted()
  const before = names(await list(ada))
  expect(before).toHaveLength(57)

  const zip = await exportAll(server, ada)
  const moved = await upload(server, eve, zip)
  expect(moved.taken).toBe(57)
  expect(moved.note).toBe(
    'Loved and hated tracks: 1 added, 0 already here. Of the other account: 10 changed listens, 3 corrections, 1 ignored artists, 0 rejected links.',
  )
  expect((await upload(server, eve, spotify)).taken).toBe(0)
  expect(names(await list(eve))).toEqual(before)
  const { body } = await server.get('/api/user/top-artists', { user: 'eve', period: 'overall' }, { as: eve })
  expect(body.topArtists).toMatchObject([{ name: 'Sol', scrobbles: 51 }])
  // Sent again, the export adds nothing either.
  const again = await upload(server, eve, zip)
  expect([again.taken, again.note]).toEqual([
    0,
    'Loved and hated tracks: 0 added, 1 already here. Of the other account: 0 changed listens, 0 corrections, 1 ignored artists, 0 rejected links.',
  ])
  expect((await upload(server, ada, spotify)).taken).toBe(0)
  await server.close()
})

test('an ignored credit moves as it is, and not as its first artist', async () => {
  const server = await testServer()
  const eve = await server.signUp('eve')
  await upload(server, eve, spotify)
  await upload(server, eve, spotify.replaceAll('Hiss', 'Sol & Hiss').replaceAll('2026-10-05', '2026-10-06'))
  await splitAllCredits(server)
  const zip = makeZip({
    name: 'ignored-artists.jsonl',
    content: JSON.stringify({ artist_name: 'Sol & Hiss', ignored_at: '2026-10-05T08:00:00Z' }),
  })
  const read = async (path: string) => (await server.get(path, { user: 'eve', period: 'overall' }, { as: eve })).body
  const top = async () => (await read('/api/user/top-artists')).topArtists
  expect(await top()).toMatchObject([{ scrobbles: 114 }, { scrobbles: 12 }])
  expect((await upload(server, eve, zip)).note).toContain('1 ignored artists')
  expect(await top()).toMatchObject([
    { name: 'Sol', scrobbles: 108 },
    { name: 'Hiss', scrobbles: 6 },
  ])
  expect((await read('/api/user/ignored-artists')).artists).toMatchObject([{ name: 'Sol & Hiss' }])
  await server.close()
})

test('a correction of an artist moves: it holds for all titles of the first file, and for later ones', async () => {
  const [old, next] = [await testServer(), await testServer()]
  const [ada, eve] = [await old.signUp('ada'), await next.signUp('eve')]
  await upload(old, ada, spotify)
  const { body } = await old.get('/api/user/listens', { user: 'ada', limit: 1, artist: 'Sol' }, { as: ada })
  const [{ id, track }] = body.listens
  const query = { user: 'ada', id, artist: 'Sól', track, scope: 'artist' }
  expect((await old.post('/api/user/correct-listen', query, { as: ada })).status).toBe(200)
  const count = async (server: TestServer, as: TestMember) => {
    const chart = await server.get('/api/user/top-artists', { user: as.name, period: 'overall' }, { as })
    return Object.fromEntries(
      chart.body.topArtists.map((row: { name: string; scrobbles: number }) => [row.name, row.scrobbles]),
    )
  }
  const moved = { Sól: 54, Hiss: 6 }
  expect(await count(old, ada)).toEqual(moved)
  await upload(next, eve, await exportAll(old, ada))
  expect((await upload(next, eve, spotify)).taken).toBe(0)
  expect(await count(next, eve)).toEqual(moved)
  const later = spotify.replaceAll('Track ', 'Later ').replaceAll('2026-10-05', '2026-09-05')
  expect((await upload(next, eve, later)).taken).toBe(60)
  expect(await count(next, eve)).toEqual({ Sól: 108, Hiss: 12 })
  await old.close()
  await next.close()
})

test('rejected links move: they stay hidden, also on a server that does not have them yet', async () => {
  const [old, next] = [await testServer(), await testServer()]
  const [ada, eve] = [await old.signUp('ada'), await next.signUp('eve')]
  const track = { artist: 'Sol', title: 'Track 1' }
  const link = async (server: TestServer, ids: readonly string[]) => {
    const [trackId = 0] = await server.db.transaction().execute((tx) => insertTracks(tx, [track]))
    const links = ids.map((id) => ({ trackId, service: 'deezer' as const, id }))
    await server.db.transaction().execute((tx) => storeTrackLinks(tx, links, 'import'))
    return trackId
  }
  await upload(old, ada, spotify)
  const id = await link(old, ['1', '2'])
  const query = { user: 'ada', id, service: 'deezer', external_id: '1', is_rejected: 'true' }
  expect((await old.post('/api/track/reject-link', query, { as: ada })).status).toBe(200)

  const { note } = await upload(next, eve, await exportAll(old, ada))
  expect(note).toContain('1 rejected links.')
  const movedId = await link(next, ['1', '2'])
  const list = async (viewer: number | null) =>
    (await listTrackLinks(next.db, movedId, viewer, next.clock.now())).map((each) => each.id)
  expect(await list(eve.id)).toEqual(['2'])
  expect(await list(null)).toEqual(['1', '2'])
  await old.close()
  await next.close()
})

test('rejected links of an admin hide them from all, and invalid records are left out', async () => {
  const server = await testServer()
  const eve = await server.signUp('eve')
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', eve.id).execute()
  const names = { artist: 'Sol', title: 'Track 1' }
  const [trackId = 0] = await server.db.transaction().execute((tx) => insertTracks(tx, [names]))
  const links = ['1', '2'].map((id) => ({ trackId, service: 'deezer' as const, id }))
  await server.db.transaction().execute((tx) => storeTrackLinks(tx, links, 'import'))
  const track = { title: 'Track 1', artist_name: 'Sol' }
  const record = (more: object) => ({ track, service: 'deezer', id: '1', rejected_at: '2026-10-05T08:00:00Z', ...more })
  const records = [
    // Of an earlier export.
    record({ service: undefined }),
    record({ service: 'napster' }),
    record({ service: 3 }),
    record({ id: '../../1' }),
    record({ id: 1 }),
    record({ track: null }),
    record({ track: { title: '', artist_name: 'Sol' } }),
  ]
  const zip = makeZip({ name: 'rejected-links.jsonl', content: records.map((each) => JSON.stringify(each)).join('\n') })
  const { note } = await upload(server, eve, zip)
  expect(note).toContain('1 rejected links.')
  const left = await listTrackLinks(server.db, trackId, null, server.clock.now())
  expect(left).toEqual([{ service: 'deezer', id: '2' }])
  await server.close()
})
