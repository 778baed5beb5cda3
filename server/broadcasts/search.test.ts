import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { migrations } from '#server/db/migrations/index.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let flats = 0

const CAPTIONS = ['For the ÉCOLE run', 'Привет from the TRAIN', "Don't sleep on this"]

beforeAll(async () => {
  server = await testServer()
  ;[ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  ;[flats = 0] = await makeTracks(server, 'Salt Flats by The Quiet Meridian')
  for (const title of CAPTIONS) await broadcast(title)
  return () => server.close()
})

async function broadcast(title: string): Promise<number> {
  const query = { user: 'bo', title, body: 'Salt Flats by The Quiet Meridian', relatedtype: 'Track', relatedid: flats }
  const { status, body } = await server.post('/api/create-broadcast', query, { as: bo })
  expect(status).toBe(200)
  return body.id
}

async function search(term: string, as?: TestMember): Promise<string[]> {
  const { status, body } = await server.get('/api/search-broadcasts', { search_term: term }, as ? { as } : {})
  expect(status).toBe(200)
  return body.broadcasts.map(({ title }: { title: string }) => title)
}

test.each([
  ['ecole', [CAPTIONS[0]]],
  ['ПРИВЕТ', [CAPTIONS[1]]],
  ['train прив', [CAPTIONS[1]]],
  ['dont sleep', [CAPTIONS[2]]],
  ['quiet mer', CAPTIONS.toReversed()],
  ['nothing like it', []],
  ["'&|!:*", []],
])('"%s" finds the broadcasts with these words, newest first', async (term, found) => {
  expect(await search(term)).toEqual(found)
  expect(await search(term, ada)).toEqual(found)
})

test('an edited caption is found by its new words', async () => {
  const id = await broadcast('Größe')
  expect(await search('große')).toEqual(['Größe'])
  expect((await server.post('/api/edit-broadcast', { user: 'bo', id, title: 'Smaller' }, { as: bo })).status).toBe(200)
  expect(await search('große')).toEqual([])
  expect(await search('smaller')).toEqual(['Smaller'])
  await server.post('/api/delete-broadcast', { user: 'bo', id }, { as: bo })
  expect(await search('smaller')).toEqual([])
})

test('hidden, private, muted and blocked members are left out as in the feed', async () => {
  const call = (name: string) => server.post(`/api/user/${name}`, { user: 'ada', other: 'bo' }, { as: ada })
  for (const [start, end] of [
    ['mute', 'unmute'],
    ['block', 'unblock'],
  ] as const) {
    await call(start)
    expect(await search('quiet', ada)).toEqual([])
    await call(end)
    expect(await search('quiet', ada)).toHaveLength(3)
  }
  await sql`update members set is_private = true where name = 'bo'`.execute(server.db)
  expect(await search('quiet')).toEqual([])
  expect(await search('quiet', bo)).toHaveLength(3)
  await sql`update members set is_private = false where name = 'bo'`.execute(server.db)
  await sql`update broadcasts set hidden_at = now() where title = ${CAPTIONS[0]}`.execute(server.db)
  expect(await search('ecole')).toEqual([])
  expect(await search('ecole', bo)).toEqual([CAPTIONS[0]])
  await sql`update broadcasts set hidden_at = null`.execute(server.db)
})

test('the term has 1 to 100 characters', async () => {
  for (const search_term of ['', '  ', 'x'.repeat(101)])
    expect((await server.get('/api/search-broadcasts', { search_term })).status).toBe(400)
})

test('the migration folds the text of earlier broadcasts', async () => {
  await sql`drop index broadcasts_by_words, song_swaps_shared`.execute(server.db)
  await sql`alter table broadcasts drop column folded_text`.execute(server.db)
  // A migration knows no tables.
  await migrations.find(({ number }) => number === 78)?.up(server.db as never)
  expect(await search('привет')).toEqual([CAPTIONS[1]])
  expect(await search('sleep')).toEqual([CAPTIONS[2]])
})
