import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createRandom } from '#tests/simulation/random.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const track = await makeTrack(server, 'Rain by Sol Ferro')
const FANS = 12
let round = 0
let ada: TestMember
let fans: readonly TestMember[]

beforeEach(async () => {
  round++
  const names = Array.from({ length: FANS }, (_, place) => `fan${round}x${place}`)
  const [author, ...others] = await makeMembers(server, `ada${round}`, ...names)
  if (author === undefined) throw new Error('Members are needed.')
  ;[ada, fans] = [author, others]
  await play(server, ada, track)
})

interface Entry {
  readonly id: string
  readonly kind: string
  readonly username: string
  readonly timestamp: string
  readonly unread: boolean
}

const post = (as: TestMember, call: string, query: Record<string, string | number>) =>
  server.post(`/api/${call}`, query, { as })
const follow = (fan: TestMember) => post(fan, 'user/follow', { follower: fan.name, followee: ada.name })
const unfollow = (fan: TestMember) => post(fan, 'user/unfollow', { follower: fan.name, followee: ada.name })
const share = async (): Promise<number> =>
  (
    await post(ada, 'create-broadcast', {
      user: ada.name,
      title: 'x',
      body: '',
      relatedtype: 'Track',
      relatedid: track,
    })
  ).body.id
const like = (fan: TestMember, id: number) =>
  post(fan, 'create-like', { user: fan.name, relatedtype: 'Broadcast', relatedid: id })
const list = async (query: Record<string, string | number> = {}): Promise<Entry[]> =>
  (await server.get('/api/user/activity', { user: ada.name, ...query }, { as: ada })).body.activity
const unread = async () => (await server.get('/api/user/status', {}, { as: ada })).body.unread_activity
const markRead = (upTo: string) => post(ada, 'user/mark-activity-read', { user: ada.name, up_to: upTo })

/** Writes a member's activity in another time order, as a seed or a restored copy does. */
async function shuffle(seed: number): Promise<void> {
  const random = createRandom(seed)
  const rows = await server.db.selectFrom('activity').select('id').where('member_id', '=', ada.id).execute()
  // Some entries have the same time: they are ordered by number.
  for (const { id } of rows)
    await sql`update activity set created_at = ${server.clock.now()}::timestamptz - ${random.between(0, 9)} * interval '7 hours'
      where id = ${id}`.execute(server.db)
}

async function readByPage(limit: number, between: () => Promise<unknown> = async () => {}): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let before: string | undefined; ; before = entries.at(-1)?.id) {
    const page = await list({ limit, ...(before === undefined ? {} : { before }) })
    if (page.length === 0) return entries
    entries.push(...page)
    await between()
  }
}

const times = (entries: readonly Entry[]) => entries.map(({ timestamp }) => timestamp)

/** Inserts follows, and likes for three broadcasts on several days. */
async function act(): Promise<void> {
  const ids = [await share(), await share(), await share()]
  for (const [place, fan] of fans.entries()) {
    await follow(fan)
    await like(fan, ids[place % 3] ?? 0)
  }
}

test('entries are in the order of time, and pages of any length contain each once', async () => {
  await act()
  for (const state of ['unread', 'read']) {
    await shuffle(state.length)
    // Seen likes are entries by day.
    if (state === 'read')
      await server.db.updateTable('activity').set({ is_unread: false }).where('member_id', '=', ada.id).execute()
    const all = await list()
    expect(times(all)).toEqual(times(all).toSorted().toReversed())
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    for (const limit of [1, 2, 5]) expect(await readByPage(limit)).toEqual(all)
  }
})

test('no entry is lost or doubled while new ones arrive and cursors are deleted', async () => {
  const [first, second, ...others] = fans
  if (!first || !second) throw new Error('Members are needed.')
  for (const fan of others) await follow(fan)
  await shuffle(4)
  const before = await list()
  let waves = 0
  const read = await readByPage(2, async () => {
    waves++
    server.clock.advance({ minutes: 1 })
    if (waves === 1) await follow(first)
    if (waves === 2) await follow(second)
    // The third page's last entry is its cursor.
    const cursor = before[5]
    const fan = others.find(({ name }) => name === cursor?.username)
    if (waves === 3 && fan) await unfollow(fan)
  })
  expect(read).toEqual(before)
  expect(await list()).toHaveLength(before.length + 1)
})

test('a mark covers what is shown at its entry and below, whenever it was written', async () => {
  for (const fan of fans) await follow(fan)
  // The entry written last is the oldest.
  for (const [place, { id }] of (await list()).entries())
    await sql`update activity set created_at = ${server.clock.now()}::timestamptz - ${FANS - place}::integer * interval '1 hour'
      where id = ${Number(id.split('.')[1])}`.execute(server.db)
  const all = await list()
  await markRead(all[3]?.id ?? '')
  expect((await list()).map((entry) => entry.unread)).toEqual(all.map((_, place) => place < 3))
  expect(await unread()).toBe(3)
  await markRead(all[0]?.id ?? '')
  expect(await unread()).toBe(0)
})

test('a mark for a deleted entry covers what was below it', async () => {
  for (const fan of fans) await follow(fan)
  await shuffle(5)
  const all = await list()
  const fan = fans.find(({ name }) => name === all[2]?.username)
  if (fan) await unfollow(fan)
  await markRead(all[2]?.id ?? '')
  expect(await unread()).toBe(2)
})

test('a cursor and a mark of a former version are numbers of entries', async () => {
  for (const fan of fans) await follow(fan)
  const all = await list()
  const number = Number(all[4]?.id.split('.')[1])
  expect(await list({ before: number })).toEqual(all.slice(5))
  await markRead(String(number))
  expect(await unread()).toBe(4)
})

test('a message moves its conversation to the top, and loses no entry below', async () => {
  const [bo, cy] = fans
  if (!bo || !cy) throw new Error('Members are needed.')
  const say = (fan: TestMember) =>
    post(fan, 'send-direct-message', { user: fan.name, recipient: ada.name, message: 'hi' })
  for (const fan of [bo, cy]) {
    await say(fan)
    server.clock.advance({ minutes: 1 })
    await follow(fan)
    server.clock.advance({ minutes: 1 })
  }
  const [, , , oldest] = await list()
  expect(oldest).toMatchObject({ kind: 'message', username: bo.name })
  await say(bo)
  expect((await list()).map((entry) => entry.kind)).toEqual(['message', 'follow', 'message', 'follow'])
  expect(await list({ before: oldest?.id ?? '' })).toEqual([])
})
