import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/** The clock starts on Saturday, 21 November 2026, at noon UTC: in week 47. */
let server: TestServer
let ada: TestMember
let bo: TestMember
let cleo: TestMember
let rain: number
let snow: number

beforeEach(async () => {
  server = await testServer()
  ;[ada, bo, cleo] = (await makeMembers(server, 'ada', 'bo', 'cleo')) as [TestMember, TestMember, TestMember]
  ;[rain = 0, snow = 0] = await makeTracks(server, 'Rain by Sol', 'Snow by Loam')
  return () => server.close()
})

const week = async (query: Record<string, string> = {}, as = ada) =>
  server.get('/api/user/weekly-report', { user: as.name, ...query }, { as })
const rewind = async (period: string, query: Record<string, string> = {}, as = ada) =>
  server.get('/api/user/rewind', { user: as.name, period, ...query }, { as })
const broadcast = async (member: TestMember, title: string) =>
  (
    await server.post(
      '/api/create-broadcast',
      { user: member.name, title, body: 'x', relatedtype: 'Track', relatedid: rain },
      { as: member },
    )
  ).body.id
const follow = (member: TestMember, followee: TestMember) =>
  server.post('/api/user/follow', { follower: member.name, followee: followee.name }, { as: member })

test('without a week the report is of the last complete one in the zone', async () => {
  await play(server, ada, rain, { plays: 3, daysAgo: 6 }) // Sunday 15 November
  await play(server, ada, snow, { plays: 2, daysAgo: 7 })
  expect((await week()).body).toMatchObject({
    period: '2026-W46',
    from: '2026-11-09',
    until: '2026-11-15',
    is_open: 0,
    plays: 5,
    days: [
      { day: '2026-11-14', plays: 2 },
      { day: '2026-11-15', plays: 3 },
    ],
    listening_days: 2,
    longest_streak: 2,
    current_streak: 2,
    new_artists: 2,
    top_artists: [
      { name: 'Sol', plays: 3 },
      { name: 'Loam', plays: 2 },
    ],
  })
  server.clock.advance({ days: 1, hours: -1 }) // Sunday 11:00 UTC is Monday in Kiritimati
  expect((await week({ time_zone: 'Pacific/Kiritimati' })).body.period).toBe('2026-W47')
  expect((await week({ time_zone: 'Pacific/Pago_Pago' })).body.period).toBe('2026-W46')
})

test('the days and hours are those of the zone', async () => {
  await play(server, ada, rain, { daysAgo: 7 }) // Saturday 12:00 UTC
  const { body } = await week({ time_zone: 'Pacific/Kiritimati' })
  expect([body.time_zone, body.days, body.hours]).toEqual([
    'Pacific/Kiritimati',
    [{ day: '2026-11-15', plays: 1 }],
    [{ hour: 2, plays: 1 }],
  ])
  expect((await week({ time_zone: 'America/New_York' })).body.hours).toEqual([{ hour: 7, plays: 1 }])
})

test.each(['Not/AZone', '+02:00', "UTC'; drop table recaps", '', 'GMT+3'])(
  'the zone %j means UTC',
  async (time_zone) => {
    await play(server, ada, rain, { daysAgo: 7 })
    const { status, body } = await week({ time_zone })
    expect([status, body.time_zone, body.hours]).toEqual([200, 'UTC', [{ hour: 12, plays: 1 }]])
  },
)

test.each([
  ['/api/user/weekly-report', { week: '2026-W54' }],
  ['/api/user/weekly-report', { week: '2025-W53' }],
  ['/api/user/weekly-report', { week: '2026-W00' }],
  ['/api/user/weekly-report', { week: '2026-11' }],
  ['/api/user/rewind', { period: '2026-W47' }],
  ['/api/user/rewind', { period: '2026-13' }],
  ['/api/user/rewind', { period: '0000' }],
  ['/api/user/rewind', {}],
  ['/api/user/rewind', { period: '2026', time_zone: 'x'.repeat(65) }],
])('%s rejects %o', async (path, query) => {
  expect((await server.get(path, { user: 'ada', ...query }, { as: ada })).status).toBe(400)
})

test('a period in the future and a member without listens have nothing', async () => {
  for (const body of [
    (await week({ week: '2027-W01' })).body,
    (await rewind('2199')).body,
    (await rewind('2020')).body,
  ])
    expect(body).toMatchObject({ plays: 0, days: [], top_tracks: [], first_day: null, current_streak: 0 })
})

test('the recaps of a member are for that member only', async () => {
  expect((await server.get('/api/user/rewind', { user: 'ada', period: '2026' }, { as: bo })).body.code).toBe(
    'wrong_member',
  )
  expect((await server.get('/api/user/weekly-report', { user: 'ada' }, { as: bo })).body.code).toBe('wrong_member')
  expect((await server.get('/api/user/weekly-report', { user: 'ada' })).status).toBe(401)
})

test('a streak counts back beyond the period, and today need not have plays yet', async () => {
  for (let day = 1; day <= 12; day++) await play(server, ada, rain, { daysAgo: day })
  expect((await week({ week: '2026-W47' })).body).toMatchObject({ longest_streak: 5, current_streak: 12 })
  expect((await week()).body).toMatchObject({ longest_streak: 7, current_streak: 7 })
})

test('swaps and swag count in the week of their completion, without those with blocked members', async () => {
  server.clock.advance({ days: -7 })
  await insertCompletedSwap(server, ada, bo, rain) // ada gets 4, bo 3
  await insertCompletedSwap(server, cleo, ada, rain)
  server.clock.advance({ days: 7 })
  expect((await week()).body).toMatchObject({ swaps: 2, swag: 7 })
  expect((await rewind('2026-10')).body).toMatchObject({ swaps: 0, swag: 0 })
  await server.post('/api/user/block', { user: 'bo', other: 'ada' }, { as: bo })
  expect((await week()).body).toMatchObject({ swaps: 1, swag: 3 })
})

test('the report has broadcasts of followed members that the member may see', async () => {
  const [dan, eve] = (await makeMembers(server, 'dan', 'eve')) as [TestMember, TestMember]
  server.clock.advance({ days: -7 })
  for (const member of [bo, cleo, dan, eve]) {
    await play(server, member, rain)
    await broadcast(member, `By ${member.name}`)
  }
  const hidden = await broadcast(bo, 'Hidden by an admin')
  await sql`update broadcasts set hidden_at = now() where id = ${hidden}`.execute(server.db)
  for (const member of [bo, cleo, dan]) await follow(ada, member)
  server.clock.advance({ days: 7 })
  await broadcast(bo, 'In the next week')
  const seen = async () => {
    const { body } = await week()
    expect(body.friends_broadcasts).toBe(body.top_broadcasts.length)
    expect(body.friends).toBe(body.top_broadcasts.length)
    return body.top_broadcasts.map((row: { username: string }) => row.username).toSorted()
  }
  expect(await seen()).toEqual(['bo', 'cleo', 'dan'])
  await server.post('/api/user/mute', { user: 'ada', other: 'bo' }, { as: ada })
  expect(await seen()).toEqual(['cleo', 'dan'])
  await server.post('/api/user/block', { user: 'cleo', other: 'ada' }, { as: cleo })
  expect(await seen()).toEqual(['dan'])
  await server.db.updateTable('members').set({ is_private: true }).where('id', '=', dan.id).execute()
  expect(await seen()).toEqual([])
  await follow(dan, ada)
  expect(await seen()).toEqual(['dan'])
})

test('charts of a music service have no recaps of listens, and swaps and friends remain', async () => {
  await play(server, ada, rain, { daysAgo: 7 })
  await sql`insert into member_sources (member_id, service, account, is_proven, chosen_at, fresh_at) values (${ada.id}, 'lastfm', 'Ada', false, now(), now())`.execute(
    server.db,
  )
  await insertCompletedSwap(server, ada, bo, rain)
  expect((await week()).body).toMatchObject({ needs_listens: 1, plays: 0, first_day: null })
  expect((await rewind('2026-11')).body).toMatchObject({ needs_listens: 1, plays: 0, swaps: 1 })
})
