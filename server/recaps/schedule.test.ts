import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runScheduled, runToEnd } from '#tests/support/jobs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { announceReports, noteTimeZone } from './schedule.ts'

/** A test's clock starts on Saturday, 21 November 2026, at noon UTC. */
let server: TestServer
let track: number

beforeEach(async () => {
  server = await testServer()
  track = await makeTrack(server, 'Rain by Sol Ferro')
  return () => server.close()
})

interface Announced {
  readonly name: string
  readonly week: string
  readonly at: string
}

/** Returns all members' announcements, by time. */
async function listAnnounced(): Promise<Announced[]> {
  const { rows } = await sql<Announced>`select members.name, detail as week,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at
    from activity join members on members.id = activity.member_id where kind = 'weekly_report'
    order by created_at, members.name`.execute(server.db)
  return rows
}

const noteZone = (member: TestMember, zone: string) => noteTimeZone(server.db, member.id, zone, server.clock.now())
const announce = () => runScheduled(server.db, 'announce-weekly-reports', server.clock.now())

/** Lets days pass in quarter-hour steps, with a play by each member every day. */
async function passDays(days: number, members: readonly TestMember[]): Promise<void> {
  for (let quarter = 0; quarter < days * 96; quarter++) {
    if (quarter % 96 === 0) for (const member of members) await play(server, member, track)
    await announce()
    server.clock.advance({ minutes: 15 })
  }
}

const ZONES: Readonly<Record<string, string>> = {
  kiritimati: 'Pacific/Kiritimati', // UTC+14
  kathmandu: 'Asia/Kathmandu', // UTC+5:45
  berlin: 'Europe/Berlin',
  newyork: 'America/New_York',
  pagopago: 'Pacific/Pago_Pago', // UTC-11
}

test('in a week of simulated days each member gets exactly one report, on Monday at eight in their zone', async () => {
  const members = await makeMembers(server, ...Object.keys(ZONES))
  for (const member of members) await noteZone(member, ZONES[member.name] ?? '')
  await passDays(7, members)
  expect(await listAnnounced()).toEqual([
    { name: 'kiritimati', week: '2026-W47', at: '2026-11-22 18:00' },
    { name: 'kathmandu', week: '2026-W47', at: '2026-11-23 02:15' },
    { name: 'berlin', week: '2026-W47', at: '2026-11-23 07:00' },
    { name: 'newyork', week: '2026-W47', at: '2026-11-23 13:00' },
    { name: 'pagopago', week: '2026-W47', at: '2026-11-23 19:00' },
  ])
})

test('a report is due at eight of the clock before and after daylight saving time changes', async () => {
  const members = await makeMembers(server, 'berlin', 'newyork')
  for (const member of members) await noteZone(member, ZONES[member.name] ?? '')
  // From Saturday, 6 March 2027: New York changes on 14 March, Berlin on 28 March.
  server.clock.advance({ days: 105 })
  await announce()
  const before = (await listAnnounced()).length
  await passDays(24, members)
  expect((await listAnnounced()).slice(before)).toEqual([
    { name: 'berlin', week: '2027-W09', at: '2027-03-08 07:00' },
    { name: 'newyork', week: '2027-W09', at: '2027-03-08 13:00' },
    { name: 'berlin', week: '2027-W10', at: '2027-03-15 07:00' },
    { name: 'newyork', week: '2027-W10', at: '2027-03-15 12:00' },
    { name: 'berlin', week: '2027-W11', at: '2027-03-22 07:00' },
    { name: 'newyork', week: '2027-W11', at: '2027-03-22 12:00' },
    { name: 'berlin', week: '2027-W12', at: '2027-03-29 06:00' },
    { name: 'newyork', week: '2027-W12', at: '2027-03-29 12:00' },
  ])
})

test('a member that crosses the date line gets each week once', async () => {
  const [ada] = (await makeMembers(server, 'ada')) as [TestMember]
  await noteZone(ada, 'Pacific/Kiritimati')
  await passDays(2, [ada])
  await noteZone(ada, 'Pacific/Pago_Pago')
  await passDays(7, [ada])
  await noteZone(ada, 'Pacific/Kiritimati')
  await passDays(7, [ada])
  expect((await listAnnounced()).map(({ week }) => week)).toEqual(['2026-W47', '2026-W48', '2026-W49'])
})

test('a member without a zone gets reports in UTC, and one without anything to report gets none', async () => {
  const [ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  await runScheduled(server.db, 'schedule-weekly-reports', server.clock.now())
  await passDays(3, [ada])
  expect(await listAnnounced()).toEqual([{ name: 'ada', week: '2026-W47', at: '2026-11-23 08:00' }])
  // The week passes for both.
  const rows = await server.db.selectFrom('report_schedules').select(['member_id', 'due_at']).execute()
  expect(rows).toHaveLength(2)
  for (const { due_at } of rows) expect(due_at.toISOString()).toBe('2026-11-30T08:00:00.000Z')
  expect(bo.name).toBe('bo')
})

test('after downtime of weeks only the last week is reported', async () => {
  const [ada] = (await makeMembers(server, 'ada')) as [TestMember]
  await noteZone(ada, 'UTC')
  for (let day = 0; day < 24; day++) {
    await play(server, ada, track)
    server.clock.advance({ days: 1 })
  }
  await announce()
  await announce()
  expect((await listAnnounced()).map(({ week }) => week)).toEqual(['2026-W50'])
})

test('a completed swap or a broadcast of a followed member is enough for a report, unless it is hidden', async () => {
  const [ada, bo, cleo, dan] = (await makeMembers(server, 'ada', 'bo', 'cleo', 'dan')) as TestMember[] as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  for (const member of [ada, bo, cleo, dan]) await noteZone(member, 'UTC')
  await insertCompletedSwap(server, ada, bo, track)
  await play(server, dan, track)
  await server.post(
    '/api/create-broadcast',
    { user: 'dan', title: 'Loud', body: 'x', relatedtype: 'Track', relatedid: track },
    { as: dan },
  )
  await server.post('/api/user/follow', { follower: 'cleo', followee: 'dan' }, { as: cleo })
  await server.post('/api/user/block', { user: 'bo', other: 'ada' }, { as: bo })
  server.clock.advance({ days: 2 })
  await announce()
  expect((await listAnnounced()).map(({ name }) => name)).toEqual(['cleo', 'dan'])
})

test('a run that is killed in the middle announces nothing, and the next one announces all once', async () => {
  const members = await makeMembers(server, ...Array.from({ length: 12 }, (_, place) => `member${place}`))
  for (const member of members) {
    await noteZone(member, 'UTC')
    await play(server, member, track)
  }
  server.clock.advance({ days: 2 })
  const killed = server.db.transaction().execute(async (tx) => {
    await announceReports(tx, server.clock.now())
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await listAnnounced()).toEqual([])
  // Two processes at once: the other one's rows are skipped.
  await Promise.all([1, 2].map(() => runToEnd(server.db, announceReports, server.clock.now())))
  expect(await listAnnounced()).toHaveLength(12)
  await announce()
  expect(await listAnnounced()).toHaveLength(12)
})

test('more members than a batch are announced by several runs', async () => {
  await sql`insert into members (name, name_key, joined_at, active_at)
    select 'many' || n, 'many' || n, ${server.clock.now()}, ${server.clock.now()} from generate_series(1, 450) as n`.execute(
    server.db,
  )
  await runScheduled(server.db, 'schedule-weekly-reports', server.clock.now())
  await sql`insert into listens (member_id, listened_at, track_id, source)
    select id, ${server.clock.now()}, ${track}, 0 from members where name like 'many%'`.execute(server.db)
  server.clock.advance({ days: 2 })
  expect(await announce()).toBe(3)
  expect(await listAnnounced()).toHaveLength(450)
})

test('the announcement is an activity of System that names the week', async () => {
  const [ada] = (await makeMembers(server, 'ada')) as [TestMember]
  await noteZone(ada, 'UTC')
  await play(server, ada, track)
  server.clock.advance({ days: 2 })
  await announce()
  const { body } = await server.get('/api/user/activity', { user: 'ada' }, { as: ada })
  expect(body.activity).toMatchObject([
    { kind: 'weekly_report', username: 'System', subject: '2026-W47', unread: true },
  ])
})
