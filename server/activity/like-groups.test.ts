import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { likeGroupsMigration } from '#server/db/migrations/0058-like-groups.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let fans: readonly TestMember[]
let ids: readonly number[]

beforeEach(async () => {
  server = await testServer()
  const track = await makeTrack(server, 'Rain by Sol Ferro')
  const [author, ...others] = await makeMembers(server, 'ada', ...Array.from({ length: 9 }, (_, n) => `fan${n}`))
  if (author === undefined) throw new Error('Members are needed.')
  ;[ada, fans] = [author, others]
  await play(server, ada, track)
  const query = { user: 'ada', title: 'Loud', body: 'x', relatedtype: 'Track', relatedid: track }
  const share = async () => (await server.post('/api/create-broadcast', query, { as: ada })).body.id
  ids = [await share(), await share()]
  return () => server.close()
})

const like = (as: TestMember, id: number, call = 'create-like') =>
  server.post(`/api/${call}`, { user: as.name, relatedtype: 'Broadcast', relatedid: id }, { as })
const markRead = (upTo = 1_000_000_000) =>
  server.post('/api/user/mark-activity-read', { user: 'ada', up_to: upTo }, { as: ada })
const list = async (query: object = {}) =>
  (await server.get('/api/user/activity', { user: 'ada', ...query }, { as: ada })).body.activity

const stored = sql`select broadcast_id, day::text, member_id, latest_id, likes from like_groups order by 1, 2`
const recounted = sql`select broadcast_id, like_day(is_unread, created_at)::text as day, member_id, max(id) as latest_id,
  count(*)::integer as likes from activity where kind = 'like' group by 1, 2, 3 order by 1, 2`
const compare = async () =>
  expect((await stored.execute(server.db)).rows).toEqual((await recounted.execute(server.db)).rows)

test('concurrent likes, unlikes and reads leave the groups of a recount', async () => {
  const random = createRandom(58)
  for (let wave = 0; wave < 25; wave++) {
    const acts = fans.map((fan) => like(fan, random.pick(ids), random.percent(50) ? 'create-like' : 'undo-like'))
    const newest = (await list())[0]?.id ?? 1
    if (random.percent(40)) acts.push(markRead(random.percent(50) ? newest : undefined))
    // A repeated like is 409, an unlike of what is not liked 404.
    for (const { status } of await Promise.all(acts)) expect(status).toBeLessThan(500)
    await compare()
    server.clock.advance({ hours: 5 })
  }
})

test('deleted broadcasts and accounts leave no likes in groups', async () => {
  for (const fan of fans) for (const id of ids) await like(fan, id)
  await sql`delete from members where id = ${fans.at(-1)?.id}`.execute(server.db)
  await compare()
  await server.post('/api/delete-broadcast', { user: 'ada', id: ids[0] ?? 0 }, { as: ada })
  await compare()
  await sql`delete from members where id = ${ada.id}`.execute(server.db)
  expect((await stored.execute(server.db)).rows).toEqual([])
})

test('likes that are older than the groups are counted by the migration', async () => {
  for (const fan of fans.slice(0, 4)) for (const id of ids) await like(fan, id)
  await markRead((await list())[1]?.id)
  server.clock.advance({ days: 1 })
  await markRead()
  for (const fan of fans.slice(4)) await like(fan, ids[0] ?? 0)
  const before = (await stored.execute(server.db)).rows
  await sql`drop table like_groups; drop index activity_unread_without_likes`.execute(server.db)
  await server.db.transaction().execute((tx) => likeGroupsMigration.up(tx as never))
  expect((await stored.execute(server.db)).rows).toEqual(before)
  expect(before).toHaveLength(3)
})

test('a group with a hidden latest like is at the place of the next one, on every page', async () => {
  const [first = 0, second = 0] = ids
  const [one, two, three, four] = fans
  if (!one || !two || !three || !four) throw new Error('Four members are needed.')
  await like(one, first)
  await like(two, second)
  await like(three, second)
  await server.post('/api/user/follow', { follower: one.name, followee: 'ada' }, { as: one })
  await like(two, first)
  await like(four, first)
  for (const other of [two, four]) await server.post('/api/user/mute', { user: 'ada', other: other.name }, { as: ada })
  const rows = await list()
  expect(rows.map((row: Record<string, unknown>) => [row['kind'], row['username'], row['count']])).toEqual([
    ['follow', one.name, undefined],
    ['like', three.name, undefined],
    ['like', one.name, undefined],
  ])
  const pages: unknown[] = []
  for (let before: string | undefined; ; before = (pages.at(-1) as { id: string }).id) {
    const page = await list({ limit: 1, ...(before === undefined ? {} : { before }) })
    if (page.length === 0) break
    pages.push(page[0])
  }
  expect(pages).toEqual(rows)
  expect((await server.get('/api/user/status', {}, { as: ada })).body.unread_activity).toBe(3)
  await server.post('/api/user/mute', { user: 'ada', other: one.name }, { as: ada })
  expect((await list()).map((row: { username: string }) => row.username)).toEqual([three.name])
  expect((await server.get('/api/user/status', {}, { as: ada })).body.unread_activity).toBe(1)
})
