import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { normalizeName } from '#contract/listening/track-names.ts'
import { HOSTILE_NAMES, hostileName } from '#tests/support/hostile-names.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, nameAlbum, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { countChanges } from '../index.ts'
import { toWords } from './search.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

const TRACKS = [
  'Hyperballad by Björk',
  'Jóga by Björk',
  'Karma Police by Radiohead',
  "Don't Panic by Coldplay",
  'T.N.T. by AC/DC',
  '桜坂 by 福山雅治',
  'Группа крови by Кино',
  'Rain by Sigur Rós',
  '5 by The xx',
]

beforeAll(async () => {
  server = await testServer()
  ;[ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  for (const id of await makeTracks(server, ...TRACKS)) await play(server, bo, id)
  await nameAlbum(server, bo, { artist: 'Sigur Rós', title: 'Rain', album: 'Ágætis byrjun' })
  await makeTracks(server, 'Unplayed by Silence')
  await server.db.transaction().execute(countChanges)
})

const search = async (term: string, as = ada) => {
  const { status, body } = await server.get('/api/search-music', { search_term: term }, { as })
  expect(status).toBe(200)
  const names = (list: { name: string }[]) => list.map((found) => found.name)
  return [...names(body.artists), ...names(body.albums), ...names(body.tracks)]
}

test.each([
  ['bjork', ['Björk']],
  ['BJÖ', ['Björk']],
  ['radio', ['Radiohead']],
  ['police karma', ['Karma Police']],
  ['karma pol', ['Karma Police']],
  ['kar pol', []],
  ['dont panic', ["Don't Panic"]],
  ['don’t', ["Don't Panic"]],
  ['ac dc', ['AC/DC']],
  ['ac/dc', ['AC/DC']],
  ['t.n.t', ['T.N.T.']],
  ['福山', ['福山雅治']],
  ['桜', []],
  ['桜坂', ['桜坂']],
  ['групп', ['Группа крови']],
  ['sigur ros', ['Sigur Rós']],
  ['agætis', ['Ágætis byrjun']],
  ['ｒａｄｉｏｈｅａｄ', ['Radiohead']],
  ['5', ['5']],
  ['xx', ['The xx']],
  ['hyperballad bjork', ['Hyperballad']],
  ['bjork hyper', ['Hyperballad']],
  ['hyperballad by bjö', ['Hyperballad']],
  ['karma police bjork', []],
  ['sigur ros agætis byrj', ['Ágætis byrjun']],
  ['unplayed silence', []],
  ['unplayed', []],
  ['silence', []],
  ["'&|!:*\\", []],
  ["it's ':* | police", []],
  ["a & b | !c <-> 'd':* ((", []],
  ['b', []],
  ['😀'.repeat(50), []],
  ['ﷺ'.repeat(100), []],
])('a search for %j finds %j', async (term, found) => {
  expect(await search(term)).toEqual(found)
})

test.each(['bjork', 'BJÖRK'])(
  'a search for %j finds the artist of that name before one with more listeners',
  async (term) => {
    const another = await testServer()
    onTestFinished(() => another.close())
    const [cleo, dan] = (await makeMembers(another, 'cleo', 'dan')) as [TestMember, TestMember]
    const [one = 0, more = 0] = await makeTracks(another, 'Jóga by Björk', 'Jóga by Björk Covers')
    await play(another, cleo, one)
    for (const member of [cleo, dan]) await play(another, member, more)
    await another.db.transaction().execute(countChanges)
    const { body } = await another.get('/api/search-music', { search_term: term }, { as: cleo })
    expect(body.artists.map((artist: { name: string }) => artist.name)).toEqual(['Björk', 'Björk Covers'])
  },
)

test('words are folded in the same way by the index and by the search', async () => {
  const names = [
    ...TRACKS.flatMap((track) => track.split(' by ')),
    'ﬁn é ñ ŏ',
    'a\u0301b',
    '한글 노래',
    ...HOSTILE_NAMES,
    ...fc.sample(hostileName, { seed: 20_261_126, numRuns: 300 }),
  ].map(normalizeName)
  const { rows } = await sql<{ name: string; words: string[] }>`
    select name, tsvector_to_array(search_words(key)) as words
    from unnest(${names}::text[], ${names.map(nameKey)}::text[]) as given (name, key)`.execute(server.db)
  expect(rows.map(({ name, words }) => [name, words.toSorted()])).toEqual(
    names.map((name) => [name, [...new Set(toWords(name))].toSorted()]),
  )
})

test('a search finds nothing that only a private, hiding or blocked member has played', async () => {
  const set = (change: object) => server.db.updateTable('members').set(change).where('id', '=', bo.id).execute()
  expect(await search('rain')).toEqual(['Rain'])
  for (const change of [{ hides_listening: true }, { hides_listening: false, is_private: true }]) {
    await set(change)
    for (const term of ['rain', 'sigur', 'byrjun']) expect(await search(term)).toEqual([])
  }
  await set({ is_private: false })
  expect(await search('sigur')).toEqual(['Sigur Rós'])
  await server.post('/api/user/block', { user: 'ada', other: 'bo' }, { as: ada })
  for (const term of ['rain', 'sigur', 'byrjun']) expect(await search(term)).toEqual([])
  await server.post('/api/user/unblock', { user: 'ada', other: 'bo' }, { as: ada })
})

test('a visitor finds what members on leaderboards have played', async () => {
  const found = async () => (await server.get('/api/search-music', { search_term: 'sigur' })).body.artists.length
  expect(await found()).toBe(1)
  const [track] = (await server.get('/api/search-music', { search_term: 'karma' })).body.tracks
  const { body } = await server.get('/api/track/by-id', { id: track.id })
  expect(body).toMatchObject({ track: { name: 'Karma Police' }, own_plays: 0, listeners: 1 })
  const { body: popular } = await server.get('/api/popular-music', {})
  expect(popular.artists.map((artist: { name: string }) => artist.name)).toContain('Sigur Rós')
  expect(popular.tracks.map((row: { name: string }) => row.name)).toContain('Karma Police')
  await server.db.updateTable('members').set({ is_private: true }).where('id', '=', bo.id).execute()
  expect(await found()).toBe(0)
  expect((await server.get('/api/popular-music', {})).body.artists).toEqual([])
  await server.db.updateTable('members').set({ is_private: false }).where('id', '=', bo.id).execute()
})

test('a search needs a term of at most 100 characters', async () => {
  for (const term of ['', '   ', 'x'.repeat(101)])
    expect((await server.get('/api/search-music', { search_term: term }, { as: ada })).status).toBe(400)
})
