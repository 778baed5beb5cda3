import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import type { Period } from '#contract/wire.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { getFirstDay } from '../days.ts'
import { joinArtists } from '../identities/join.ts'
import { addListens } from '../listens/add-listens.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import type { MemberListen } from '../listens/member-listen.ts'

/*
 * Compares leaderboards with counts over all listens. Many listeners have equal plays. Each
 * test continues from the state after the one before.
 */

const LISTENERS = 120
/** How many listeners are read: equal plays are among the last ones. */
const LISTED = 50
const PERIODS = ['7day', '1month', '3month', '6month', '12month', 'overall'] as const
const TITLES = ['Rain', 'Snow', 'Fog'].map((title) => `${title} by Sol Ferro`)

let server: TestServer
let trackIds: readonly number[]
/** Members with most, some and few plays; only the second joined after the other listeners. */
let first: TestMember
let middle: TestMember
let last: TestMember

beforeAll(async () => {
  server = await testServer()
  trackIds = await makeTracks(server, ...TITLES)
  ;[first, last] = (await makeMembers(server, 'first', 'last')) as [TestMember, TestMember]
  await sql`insert into members (name, name_key, joined_at, last_login_at, active_at)
    select 'fan' || n, 'fan' || n, now(), now(), now() from generate_series(1, ${LISTENERS}) as n`.execute(server.db)
  middle = await makeMember(server, 'middle')
  const fans = await server.db.selectFrom('members').select('id').where('name', 'like', 'fan%').execute()
  const random = createRandom(7)
  const listens = fans.flatMap(({ id }) =>
    Array.from({ length: random.between(1, 6) }, () => listenOf(id, random.between(0, 400 * DAY_MS))),
  )
  await inTransaction(server.db, (tx) => addListens(tx, listens, 'played'))
  await play(server, first, trackIds[0] ?? 0, { plays: 40 })
  await play(server, middle, trackIds[1] ?? 0, { plays: 3, daysAgo: 5 })
  await play(server, last, trackIds[2] ?? 0, { daysAgo: 2 })
})

const listenOf = (memberId: number, ageMs: number): MemberListen => ({
  memberId,
  trackId: trackIds[ageMs % 3] ?? 0,
  listenedAt: Math.floor((server.clock.now().getTime() - ageMs) / 1000) * 1000,
})

interface Listener {
  id: number
  username: string
  playcount: number
}

/** Counts the artist's listeners from all listens, without unranked and blocked members. */
async function countFromListens(period: Period, viewer: TestMember): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select members.id, members.name as username, count(*) as playcount
    from listens join tracks on tracks.id = track_id join artists on artists.id = artist_id
    join members on members.id = member_id
    where artists.name_key = 'sol ferro' and not hides_listening and not is_private
      and listened_at >= ${getFirstDay(period, server.clock.now()) ?? '2000-01-01'}::date::timestamp at time zone 'UTC'
      and members.id not in (select blocked_id from blocks where blocker_id = ${viewer.id})
    group by members.id order by playcount desc, members.id`.execute(server.db)
  return rows
}

const readBoard = async (period: Period, viewer: TestMember, limit = LISTED) =>
  (
    await server.get(
      '/api/artist/top-listeners',
      { artist: 'Sol Ferro', period, limit, current_user: viewer.name },
      { as: viewer },
    )
  ).body

/** Compares lists and ranks for all periods with counts from all listens. */
async function expectExact(viewers: readonly TestMember[] = [first, middle, last]): Promise<void> {
  for (const period of PERIODS)
    for (const viewer of viewers) {
      const { topListeners, rank } = await readBoard(period, viewer)
      const all = await countFromListens(period, viewer)
      const shown = topListeners.map(({ username, playcount }: Listener) => ({ username, playcount }))
      expect(shown).toEqual(all.slice(0, LISTED).map(({ username, playcount }) => ({ username, playcount })))
      expect([period, viewer.name, rank]).toEqual([period, viewer.name, rankIn(all, viewer)])
    }
}

/** Equal plays are ranked by join date. */
function rankIn(all: readonly Listener[], viewer: TestMember): number | undefined {
  const place = all.findIndex(({ id }) => id === viewer.id)
  return place === -1 ? undefined : place + 1
}

test('a leaderboard equals a count of all listens, with ties by join date', async () => {
  await expectExact()
})

test('new listens are on the leaderboard at once', async () => {
  await play(server, last, trackIds[0] ?? 0, { plays: 60, daysAgo: 1 })
  expect(await readBoard('7day', last, 1)).toMatchObject({ topListeners: [{ username: 'last' }], rank: 1 })
  await expectExact()
})

test('a leaderboard of a week changes with the day', async () => {
  const before = await countFromListens('7day', first)
  server.clock.advance({ days: 3 })
  expect(await countFromListens('7day', first)).not.toEqual(before)
  await expectExact()
})

test('a deletion of listens is visible at once', async () => {
  const range = { from: new Date(0), until: server.clock.now() }
  await inTransaction(server.db, (tx) => deleteListens(tx, middle.id, range))
  await expectExact()
})

test('blocked and hidden members disappear from a leaderboard', async () => {
  const shown = await readBoard('12month', first, 9)
  const names = shown.topListeners.map(({ username }: Listener) => username)
  const [blocked, hidden, secret] = names.filter((name: string) => name.startsWith('fan'))
  await sql`insert into blocks (blocker_id, blocked_id)
    select ${last.id}, id from members where name = ${blocked}`.execute(server.db)
  await sql`update members set hides_listening = true where name = ${hidden}`.execute(server.db)
  await sql`update members set is_private = true where name = ${secret}`.execute(server.db)
  const after = (await readBoard('12month', last, LISTENERS)).topListeners.map(({ username }: Listener) => username)
  expect([blocked, hidden, secret].filter((name) => after.includes(name))).toEqual([])
  await expectExact()
})

test('plays of another spelling are counted at once', async () => {
  const [other = 0] = await makeTracks(server, 'Rain by Sol Ferroo')
  await play(server, last, other, { plays: 9, daysAgo: 3 })
  const artists = await server.db.selectFrom('artists').select(['id', 'name']).execute()
  const [from, into] = ['Sol Ferroo', 'Sol Ferro'].map((name) => artists.find((artist) => artist.name === name)?.id)
  await joinArtists(server.db, from ?? 0, into ?? 0)
  await expectExact()
})
