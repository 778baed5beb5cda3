import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { swapCalls } from '#tests/support/swaps.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { createLife, startDemoLife } from './life.ts'
import { seedDemo } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'flipside-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

let server: TestServer
let zoe: TestMember
let live: (now: Date) => Promise<void>

/** Advances the clock by `seconds`, with a round every two. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    server.clock.advance({ seconds: 2 })
    await live(server.clock.now())
  }
}

/** Recreates the activity as after a server restart. */
async function wake(): Promise<void> {
  const fail = (error: unknown) => {
    throw error
  }
  live = (await createLife(server.db, fail)) ?? fail
}

beforeAll(async () => {
  server = await testServer()
  await seedDemo(server.db, { now: server.clock.now(), dataDir })
  zoe = await makeMember(server, 'zoe')
  await server.post('/api/user/sample-listens', { user: 'zoe' }, { as: zoe })
  await wake()
})

const numberOf = async (text: string) => (await sql.raw<{ n: number }>(text).execute(server.db)).rows[0]?.n ?? 0
const trackOf = async (member: TestMember) => {
  const query = { user: member.name, period: '1month', limit: 1 }
  return (await server.get('/api/user/top-tracks', query, { as: member })).body.topTracks[0].id
}

test('a demo member likes a newcomer’s broadcast within half a minute, and more do later', async () => {
  const query = { user: 'zoe', title: 'hello', body: '', relatedtype: 'Track', relatedid: await trackOf(zoe) }
  const { id } = (await server.post('/api/create-broadcast', query, { as: zoe })).body
  const likes = async () =>
    (await server.get('/api/get-likes', { user: 'zoe', relatedtype: 'Broadcast', relatedid: id }, { as: zoe })).body
  await pass(24)
  const { totalLikes } = await likes()
  expect(totalLikes).toBeGreaterThanOrEqual(2)
  server.clock.advance({ minutes: 41 })
  await pass(2)
  expect((await likes()).totalLikes).toBeGreaterThan(totalLikes)
  expect((await likes()).totalLikes).toBe(await numberOf(`select count(*) as n from likes where broadcast_id = ${id}`))
})

describe('a message to a demo member', () => {
  const thread = async () =>
    (await server.get('/api/user/direct-messages', { user: 'zoe', conversant: 'mirelle' }, { as: zoe })).body
      .directMessages
  const write = (message: string) =>
    server.post('/api/send-direct-message', { user: 'zoe', recipient: 'mirelle', message }, { as: zoe })

  test('a message to a demo member is answered once within eight seconds, but not at once', async () => {
    await write('hi')
    await live(server.clock.now())
    expect(await thread()).toHaveLength(1)
    await pass(8)
    expect((await thread()).map((it: { type: string }) => it.type)).toEqual(['Outgoing', 'Incoming'])
    await pass(8)
    expect(await thread()).toHaveLength(2)
  })

  test('a message to a demo member is answered after a restart, and two messages once', async () => {
    await write('are you there')
    await write('hello?')
    await wake()
    await pass(8)
    expect((await thread()).map((it: { type: string }) => it.type).slice(2)).toEqual([
      'Outgoing',
      'Outgoing',
      'Incoming',
    ])
    await wake()
    await pass(4)
    expect(await thread()).toHaveLength(5)
  })

  test('a message to a demo member older than an hour is not answered', async () => {
    await write('anybody')
    server.clock.advance({ hours: 2 })
    await pass(10)
    expect(await thread()).toHaveLength(6)
  })
})

test('most demo members follow back', async () => {
  const names = ['mirelle', 'kojiro', 'ofelia', 'anselm', 'caspian', 'eko', 'hollis', 'lumi', 'nadir', 'petra_b']
  for (const followee of names) await server.post('/api/user/follow', { follower: 'zoe', followee }, { as: zoe })
  await pass(26)
  const { total } = (await server.get('/api/user/followers', { user: 'zoe' })).body
  expect(total).toBeGreaterThanOrEqual(5)
  expect(total).toBeLessThanOrEqual(10)
})

test('a swap with a demo member is answered within seconds, can be completed, and its results shared', async () => {
  const begun = await server.post('/api/create-song-swap', { user: 'zoe', matched_user: 'ofelia' }, { as: zoe })
  const songswapid = begun.body.song_swap_id
  await server.post('/api/add-song-swap-track', { user: 'zoe', songswapid, trackid: await trackOf(zoe) }, { as: zoe })
  await pass(16)
  const swap = async () =>
    (await server.get('/api/get-song-swaps', { user: 'zoe', songswapid }, { as: zoe })).body.songSwaps[0]
  const { matched_reaction: rating, matched_track_id: trackId } = await swap()
  expect(rating).toBeGreaterThanOrEqual(1)
  expect(trackId).not.toBeNull()
  expect((await server.get('/api/user/profile', { user: 'zoe' })).body.userProfile[0].swag).toBe(rating)
  const rated = await server.post('/api/add-song-swap-reaction', { user: 'zoe', songswapid, reaction: 4 }, { as: zoe })
  expect(rated.status).toBe(200)
  await pass(16)
  expect((await swap()).shares).toEqual({ initiated: false, matched: false })
  expect((await server.post('/api/share-song-swap', { user: 'zoe', songswapid }, { as: zoe })).status).toBe(200)
  await pass(2)
  expect((await swap()).shares).toEqual({ initiated: true, matched: false })
  await pass(16)
  expect((await swap()).shares).toEqual({ initiated: true, matched: true })
})

describe('a demo member', () => {
  const swapsOf = async (member: TestMember) =>
    (await server.get('/api/get-song-swaps', { user: member.name }, { as: member })).body.songSwaps
  const swagOf = async (name: string) =>
    (await server.get('/api/user/profile', { user: name })).body.userProfile[0].swag
  const { begin, addTrack, rate, decline } = swapCalls((...it) => server.post(...it))

  test('a demo member begins a swap with a newcomer within 15 seconds, and rates the answer within seconds', async () => {
    const yves = await makeMember(server, 'yves')
    await server.post('/api/user/sample-listens', { user: 'yves' }, { as: yves })
    await pass(14)
    const [invite, ...more] = await swapsOf(yves)
    expect(more).toEqual([])
    expect(invite).toMatchObject({ matched_user: 'yves', initiated_track_id: expect.any(Number) })
    expect((await server.get('/api/user/status', {}, { as: yves })).body.swaps_waiting).toBe(1)
    const before = await swagOf(invite.initiated_user)
    expect((await addTrack(yves, invite.id, await trackOf(yves))).status).toBe(200)
    expect((await rate(yves, invite.id, 4)).status).toBe(200)
    await pass(2)
    const [done] = await swapsOf(yves)
    expect(done).toMatchObject({ id: invite.id, completed_timestamp: server.clock.now().toISOString() })
    expect(await swagOf('yves')).toBe(done.initiated_reaction)
    expect(await swagOf(invite.initiated_user)).toBe(before + 4)
  })

  test('a demo member begins later swaps one at a time, and none after a decline by an absent newcomer', async () => {
    const xaver = await makeMember(server, 'xaver')
    for (let minutes = 0; minutes < 50; minutes++) {
      server.clock.advance({ minutes: 1 })
      await live(server.clock.now())
    }
    const [invite, ...more] = await swapsOf(xaver)
    expect(more).toEqual([])
    expect((await decline(xaver, invite.id)).status).toBe(200)
    server.clock.advance({ minutes: 41 })
    await live(server.clock.now())
    const [second] = await swapsOf(xaver)
    expect(second.id).toBeGreaterThan(invite.id)
    expect((await decline(xaver, second.id)).status).toBe(200)
    server.clock.advance({ hours: 5 })
    await live(server.clock.now())
    const { rows } = await sql`select from song_swaps where matched_id = ${xaver.id}`.execute(server.db)
    expect(rows).toHaveLength(2)
  })

  test('a demo member begins no swap with a deleted member', async () => {
    const ulla = await makeMember(server, 'ulla')
    await server.db.updateTable('members').set({ deleted_at: server.clock.now() }).where('id', '=', ulla.id).execute()
    await pass(14)
    const { rows } = await sql`select from song_swaps where matched_id = ${ulla.id}`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('a demo member begins a swap with a newcomer who has blocked nearly all of them', async () => {
    const vera = await makeMember(server, 'vera')
    await sql`insert into blocks (blocker_id, blocked_id, created_at) select ${vera.id}::bigint, member_id, now()
      from demo_members order by member_id offset 5`.execute(server.db)
    await pass(14)
    for (let round = 0; round < 90 && (await swapsOf(vera)).length === 0; round++) await pass(2)
    expect(await swapsOf(vera)).toHaveLength(1)
  })

  test('a demo member declines some invites, but none of a newcomer’s first three', async () => {
    const wim = await makeMember(server, 'wim')
    await server.post('/api/user/sample-listens', { user: 'wim' }, { as: wim })
    const track = await trackOf(wim)
    const { rows: demoMembers } = await sql<{ name: string }>`
      select name from members join demo_members on member_id = members.id order by number`.execute(server.db)
    // Three open swaps with one member are allowed.
    for (let n = 0; n < 40; n++) {
      const { song_swap_id: id } = (await begin(wim, demoMembers[Math.floor(n / 3)]?.name ?? '')).body
      await addTrack(wim, id, track)
    }
    await pass(16)
    const begun = (await swapsOf(wim))
      .filter((swap: { initiated_user: string }) => swap.initiated_user === 'wim')
      .toReversed()
    const declined = begun.map((swap: { ended?: string }) => swap.ended === 'declined')
    expect(declined.slice(0, 3)).toEqual([false, false, false])
    expect(declined.filter(Boolean).length).toBeGreaterThan(0)
    expect(declined.filter(Boolean).length).toBeLessThan(12)
    for (const swap of begun) expect((swap.ended === undefined) === (swap.matched_reaction !== null)).toBe(true)
  })
})

test('feed and monthly charts are complete after forty days without a server, and remain so', {
  tags: NIGHTLY,
}, async () => {
  const before = await numberOf('select max(id) as n from broadcasts')
  server.clock.advance({ days: 40 })
  await wake()
  await live(server.clock.now())
  const now = server.clock.now().toISOString()
  const day = `timestamptz '${now}' - interval '1 day'`
  expect(await numberOf(`select count(*) as n from broadcasts where created_at > ${day}`)).toBeGreaterThan(3)
  const fresh = await sql
    .raw<{ created_at: Date; likes: number }>(
      `select created_at, likes from broadcasts where id > ${before} order by id`,
    )
    .execute(server.db)
  expect(fresh.rows.length).toBeGreaterThan(100)
  expect(fresh.rows.map((it) => it.created_at)).toEqual(
    fresh.rows.map((it) => it.created_at).toSorted((a, b) => +a - +b),
  )
  expect(fresh.rows.slice(0, -5).every((row) => row.likes >= 2)).toBe(true)
  const { topArtists } = (await server.get('/api/user/top-artists', { user: 'kojiro', period: '1month' })).body
  expect(topArtists).toHaveLength(10)
  expect(
    await numberOf(`select count(*) as n from members join demo_members on member_id = id
      where active_at > timestamptz '${now}' - interval '7 days'`),
  ).toBeGreaterThan(50)
  const total = await numberOf('select count(*) as n from broadcasts')
  await wake()
  await live(server.clock.now())
  expect(await numberOf('select count(*) as n from broadcasts')).toBe(total)
})

test('demo activity stops on abort, and at once without a community', async () => {
  const ending = new AbortController()
  const life = startDemoLife({ ...server.services, signal: ending.signal })
  ending.abort()
  await life
  const plain = await testServer()
  await startDemoLife({ ...plain.services, signal: new AbortController().signal })
})
