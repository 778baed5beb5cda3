import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Period } from '#contract/wire.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { countPlays, listTopArtists, listTopTracks } from '#server/listening/charts/charts.ts'
import { listDailyPlays } from '#server/listening/charts/daily-plays.ts'
import { countChanges } from '#server/listening/leaderboards/artist-counts.ts'
import { getLeaderboard } from '#server/listening/leaderboards/leaderboard.ts'
import { deleteListens } from '#server/listening/listens/delete-listens.ts'
import { hasPlayedSince } from '#server/listening/listens/listens.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, makeTracks, play } from '#tests/support/music.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { emptyCharts, replaceCharts, returnToOwn } from './replace-charts.ts'

const asOf = new Date('2026-11-21T12:00:00Z')
const charts = (period: Period, ...rows: readonly (readonly [artist: string, title: string, plays: number])[]) => ({
  period,
  artists: { asOf, entries: rows.map(([name, , plays]) => ({ name, plays })) },
  tracks: { asOf, entries: rows.map(([artist, title, plays]) => ({ artist, title, plays })) },
})

const FILLED = { base_url: null, refreshed_at: asOf, fresh_at: asOf, tried_at: null, failure: null }

async function served(server: TestServer, memberId: number): Promise<void> {
  await server.db
    .insertInto('member_sources')
    .values({ member_id: memberId, service: 'lastfm', account: 'ada', is_proven: false, chosen_at: asOf, ...FILLED })
    .execute()
}

const world = async () => {
  const server = await testServer()
  const [ada, bo] = await makeMembers(server, 'ada', 'bo')
  if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
  return { server, ada, bo, now: server.clock.now() }
}
const window = (period: Period, now: Date) => ({ period, now })

test('all readers use the charts of a service, and listens stored here do not count', async () => {
  const { server, ada, bo, now } = await world()
  const { db } = server
  const [own = 0] = await makeTracks(server, 'Kept by Here')
  await play(server, ada, own, { plays: 5 })
  await served(server, ada.id)
  await inTransaction(db, async (tx) => {
    await emptyCharts(tx, ada.id)
    await replaceCharts(tx, ada.id, {
      periods: [
        charts('overall', ['Nine Rooms', 'Door', 40], ['nine  rooms', 'Wall', 2], ['Loam', 'Peat', 7]),
        charts('7day', ['Loam', 'Peat', 3], ['Nine Rooms', 'Door', 3]),
      ],
      days: {
        since: '2026-11-01',
        counts: [
          { day: '2026-11-20', plays: 4 },
          { day: '2026-10-01', plays: 9 },
        ],
      },
    })
  })
  await play(server, ada, own, { plays: 2 })
  const rooms = await db.selectFrom('artists').select('id').where('name', '=', 'Nine Rooms').executeTakeFirstOrThrow()
  expect(
    (await listTopArtists(db, ada.id, window('overall', now), 9)).map((topArtist) => [
      topArtist.name,
      topArtist.scrobbles,
      topArtist.depth,
    ]),
  ).toEqual([
    ['Nine Rooms', 42, undefined],
    ['Loam', 7, undefined],
  ])
  expect(
    (await listTopTracks(db, ada.id, window('7day', now), 9)).map((topTrack) => [topTrack.track, topTrack.playcount]),
  ).toEqual([
    ['Peat', 3],
    ['Door', 3],
  ])
  expect((await listTopArtists(db, ada.id, window('7day', now), 9)).map((it) => it.scrobbles)).toEqual([3, 3])
  expect(await listTopTracks(db, ada.id, window('1month', now), 9)).toEqual([])
  expect(await countPlays(db, ada.id, rooms.id, window('7day', now))).toBe(3)
  expect(await listDailyPlays(db, ada.id, { first: '2026-10-01', until: '2026-11-21' })).toEqual([
    { day: '2026-11-20', plays: 4 },
  ])
  const door = await db.selectFrom('tracks').select('id').where('title', '=', 'Door').executeTakeFirstOrThrow()
  expect(await hasPlayedSince(db, ada.id, door.id, now)).toBe(true)
  expect(await hasPlayedSince(db, ada.id, own, new Date(0))).toBe(false)
  const heard = await makeTrack(server, 'Door by Nine Rooms')
  await play(server, bo, heard, { plays: 4 })
  const board = { artistId: rooms.id, limit: 9, viewerId: ada.id, isRanked: true }
  for (const [period, plays, rank] of [
    ['overall', 42, 1],
    ['7day', 3, 2],
  ] as const) {
    const found = await getLeaderboard(db, { ...board, window: window(period, now) })
    expect(found.topListeners.find((topListener) => topListener.username === 'ada')?.playcount).toBe(plays)
    expect([found.topListeners.length, found.rank]).toEqual([2, rank])
  }
  await inTransaction(db, (tx) => countChanges(tx))
  const { rows } = await sql<{ listeners: number; plays: number }>`select listeners, plays from artists
    where id = ${rooms.id}`.execute(db)
  expect(rows).toEqual([{ listeners: 2, plays: 46 }])
})

test('a chart is replaced as a whole, and a missing one remains', async () => {
  const { server, ada, now } = await world()
  const { db } = server
  await served(server, ada.id)
  const replace = (...periods: ReturnType<typeof charts>[]) =>
    inTransaction(db, (tx) => replaceCharts(tx, ada.id, { periods, days: undefined }))
  await replace(charts('overall', ['A', 'a', 9], ['B', 'b', 8]), charts('3month', ['A', 'a', 2]))
  await replace(charts('overall', ['B', 'b', 10]))
  expect((await listTopArtists(db, ada.id, window('overall', now), 9)).map((it) => it.name)).toEqual(['B'])
  expect((await listTopTracks(db, ada.id, window('overall', now), 9)).map((it) => it.track)).toEqual(['b'])
  expect((await listTopTracks(db, ada.id, window('3month', now), 9)).map((it) => it.track)).toEqual(['a'])
})

test('invalid entries are omitted: no name, no plays, an excessive number', async () => {
  const { server, ada, now } = await world()
  await served(server, ada.id)
  const odd = charts(
    'overall',
    ['', 'x', 3],
    ['C', 'c', 0],
    ['D', 'd', 2.5],
    ['E', '\u200b', 3],
    ['H', 'h'.repeat(501), 3],
    ['F', 'f', 1e12],
    ['G', 'g', 1],
  )
  await inTransaction(server.db, (tx) => replaceCharts(tx, ada.id, { periods: [odd], days: undefined }))
  expect((await listTopTracks(server.db, ada.id, window('overall', now), 9)).map((it) => it.track)).toEqual(['g'])
})

test('returning to listens stored here recounts them, with changes made meanwhile', async () => {
  const { server, ada, now } = await world()
  const { db } = server
  const [kept = 0, gone = 0] = await makeTracks(server, 'Kept by Here', 'Gone by There')
  await play(server, ada, kept, { plays: 5 })
  await play(server, ada, gone, { plays: 3 })
  await served(server, ada.id)
  await inTransaction(db, async (tx) => {
    await emptyCharts(tx, ada.id)
    await replaceCharts(tx, ada.id, { periods: [charts('overall', ['Loam', 'Peat', 7])], days: undefined })
    await deleteListens(tx, ada.id, { from: new Date(0), until: new Date('2100-01-01') })
  })
  await play(server, ada, kept, { plays: 2 })
  expect((await listTopArtists(db, ada.id, window('overall', now), 9)).map((it) => it.name)).toEqual(['Loam'])
  await inTransaction(db, (tx) => returnToOwn(tx, ada.id))
  expect(
    (await listTopArtists(db, ada.id, window('overall', now), 9)).map((topArtist) => [
      topArtist.name,
      topArtist.scrobbles,
    ]),
  ).toEqual([['Here', 2]])
  const { rows } = await sql`select member_id from chart_tracks union select member_id from chart_artists`.execute(db)
  expect(rows).toEqual([])
  const member = await db.selectFrom('members').select('listens_since').where('id', '=', ada.id).executeTakeFirst()
  expect(member?.listens_since).not.toBeNull()
})
