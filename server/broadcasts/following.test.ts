import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let stranger: TestMember
let track: number

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
  bo = await makeMember(server, 'bo')
  stranger = await makeMember(server, 'stranger')
  track = await makeTrack(server, 'Night Bus by Lamplight Parade')
})

const share = async (as: TestMember): Promise<number> => (await shareTrack(server, as, track)).body.id
const post = (as: TestMember, name: string, query: Record<string, string>) =>
  server.post(`/api/user/${name}`, query, { as })
const follow = (follower: TestMember, followee: TestMember) =>
  post(follower, 'follow', { follower: follower.name, followee: followee.name })
const read = async (as: TestMember, page: Readonly<Record<string, number | undefined>> = {}): Promise<number[]> =>
  (await server.get('/api/user/following-broadcasts', { user: as.name, ...page }, { as })).body.broadcasts.map(
    ({ id }: { id: number }) => id,
  )
const readOf = async (
  user: TestMember,
  as: TestMember,
  page: Readonly<Record<string, number>> = {},
): Promise<number[]> =>
  (await server.get('/api/user/broadcasts', { user: user.name, ...page }, { as })).body.broadcasts.map(
    ({ id }: { id: number }) => id,
  )

test('the feed of followed members has their broadcasts and own ones, newest first, page by page', async () => {
  await follow(ada, bo)
  const [first, , own, last] = [await share(bo), await share(stranger), await share(ada), await share(bo)]
  expect(await read(ada)).toEqual([last, own, first])
  expect(await read(ada, { limit: 2 })).toEqual([last, own])
  expect(await read(ada, { limit: 2, before: own })).toEqual([first])
  expect(await readOf(bo, stranger)).toEqual([last, first])
  expect(await readOf(bo, stranger, { limit: 1, before: last })).toEqual([first])
})

test('the feed of followed members is 304 until it changes, and a follow changes it', async () => {
  const get = (etag: string) =>
    server.get('/api/user/following-broadcasts', { user: 'ada' }, { as: ada, headers: { 'If-None-Match': etag } })
  const etag = (await get('')).headers.get('etag') ?? ''
  expect((await get(etag)).status).toBe(304)
  await follow(ada, stranger)
  expect((await get(etag)).status).toBe(200)
  await post(ada, 'unfollow', { follower: 'ada', followee: 'stranger' })
})

test('muted, blocked and private members and hidden broadcasts are not in the feed of followed members', async () => {
  const viewer = await makeMember(server, 'viewer')
  const author = await makeMember(server, 'author')
  await follow(viewer, author)
  const [older, newer] = [await share(author), await share(author)]
  expect(await read(viewer)).toEqual([newer, older])
  await sql`update broadcasts set hidden_at = now() where id = ${newer}`.execute(server.db)
  expect([await read(viewer), await readOf(author, viewer)]).toEqual([[older], [older]])
  await post(viewer, 'mute', { user: 'viewer', other: 'author' })
  expect([await read(viewer), await readOf(author, viewer)]).toEqual([[], [older]])
  await post(viewer, 'unmute', { user: 'viewer', other: 'author' })
  await server.db.updateTable('members').set({ is_private: true }).where('id', '=', author.id).execute()
  expect([await read(viewer), await readOf(author, viewer)]).toEqual([[], []])
  await follow(author, viewer)
  expect([await read(viewer), await readOf(author, viewer)]).toEqual([[older], [older]])
  await post(author, 'block', { user: 'author', other: 'viewer' })
  expect(await read(viewer)).toEqual([])
  expect((await server.get('/api/user/broadcasts', { user: 'author' }, { as: viewer })).status).toBe(404)
})

test('a page of the feed of followed members equals the newest broadcasts of all of them', async () => {
  const reader = await makeMember(server, 'reader')
  await sql`insert into members (name, name_key, first_name, last_name, email, password_hash)
    select 'many' || n, 'many' || n, '', '', 'many' || n || '@flipside.example', '' from generate_series(1, 40) n`.execute(
    server.db,
  )
  await sql`insert into follows (follower_id, followee_id)
    select ${reader.id}, id from members where name like 'many%' and name not like '%7'`.execute(server.db)
  await sql`insert into broadcasts (author_id, type, title, track_id)
    select id, 'Track', 'x', ${track} from members, generate_series(1, 6) where name like 'many%'
    order by random()`.execute(server.db)
  const { rows } = await sql<{ id: number }>`select broadcasts.id from broadcasts join members on members.id = author_id
    where name like 'many%' and name not like '%7' order by broadcasts.id desc`.execute(server.db)
  const expected = rows.map(({ id }) => id)
  const pages: number[] = []
  for (;;) {
    const page = await read(reader, { limit: 20, ...(pages.length > 0 && { before: pages.at(-1) }) })
    if (page.length === 0) break
    pages.push(...page)
  }
  expect(pages).toEqual(expected)
})
