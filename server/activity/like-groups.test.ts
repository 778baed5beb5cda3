import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { toTimedId } from '#server/db/timed-id.ts'
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

interface Like {
  readonly id: number
  readonly username: string
  readonly broadcast_id: number
  readonly created_at: Date
  readonly is_unread: boolean
}

/** Returns the like entries, newest first, grouped by other code. */
async function groupLikes() {
  const { rows } = await sql<Like>`select activity.id, name as username, broadcast_id, created_at, is_unread
    from activity join members on members.id = actor_id
    where member_id = ${ada.id} and kind = 'like'
      and actor_id not in (select muted_id from mutes where muter_id = ${ada.id}) order by created_at desc, activity.id desc`.execute(
    server.db,
  )
  const day = (row: Like) => (row.is_unread ? 'unread' : row.created_at.toISOString().slice(0, 10))
  const groups = Map.groupBy(rows, (row) => `${row.broadcast_id} ${day(row)}`)
  return [...groups.values()].flatMap((likes) => {
    const [latest] = likes
    if (latest === undefined) return []
    const { username, broadcast_id: relatedid, is_unread: unread } = latest
    const id = toTimedId({ micros: latest.created_at.getTime() * 1000, number: latest.id })
    return [{ id, username, relatedid, unread, ...(likes.length > 1 ? { count: likes.length } : {}) }]
  })
}

async function compare(): Promise<void> {
  const groups = await groupLikes()
  expect(await list()).toMatchObject(groups)
  expect(await list()).toHaveLength(groups.length)
  const { body } = await server.get('/api/user/status', {}, { as: ada })
  expect(body.unread_activity).toBe(groups.filter((group) => group.unread).length)
}

test('concurrent likes, unlikes, reads and mutes leave the groups of a recount', async () => {
  const random = createRandom(58)
  for (let wave = 0; wave < 25; wave++) {
    const acts = fans.map((fan) => like(fan, random.pick(ids), random.percent(50) ? 'create-like' : 'undo-like'))
    const newest = (await list())[0]?.id ?? 1
    if (random.percent(40)) acts.push(markRead(random.percent(50) ? newest : undefined))
    const other = random.pick(fans).name
    acts.push(server.post(`/api/user/${random.pick(['mute', 'unmute'])}`, { user: 'ada', other }, { as: ada }))
    // A repeated like is 409, an unlike without a like 404.
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
