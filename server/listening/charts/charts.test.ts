import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { Period } from '#contract/wire.ts'
import type { Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createRandom, type Random } from '#tests/simulation/random.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'
import { getLeaderboard } from '../leaderboards/leaderboard.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import { insertListens } from '../listens/listens.ts'
import { listTopArtists, listTopTracks } from './charts.ts'
import { listDailyPlays } from './daily-plays.ts'

/*
 * Compares charts, leaderboards and days with sums over all listens, after random histories and
 * deletions, in sessions with any time zone. A failure prints its seed.
 */

const PERIODS: readonly Period[] = ['overall', '7day', '1month', '3month', '6month', '12month']
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Pago_Pago']
const ARTISTS = 4

interface Listen {
  readonly member: number
  readonly track: number
  readonly at: number
}

/** The reference implementation: days are whole UTC days. */
function playsOf(listens: readonly Listen[], period: Period, now: number, keyOf: (it: Listen) => number) {
  const { from } = findPeriodDays(period, new Date(now).toISOString().slice(0, 10))
  const first = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const sums: Record<number, number> = {}
  for (const it of listens) if (it.at >= first) sums[keyOf(it)] = (sums[keyOf(it)] ?? 0) + 1
  return sums
}

test.each([1, 2, 3, 4, 5])('charts equal a full sum over all listens, seed %i', async (seed) => {
  const server = await testServer()
  const random = createRandom(seed)
  const members = (await makeMembers(server, 'ada', 'bo', 'cleo')).map((it) => it.id).toSorted((a, b) => a - b)
  const names = Array.from({ length: 20 }, (_, index) => `Track ${index} by Artist ${index % ARTISTS}`)
  const tracks = await makeTracks(server, ...names)
  const artists = await server.db.selectFrom('tracks').select(['id', 'artist_id']).execute()
  const artistOf = new Map(artists.map((artist) => [artist.id, artist.artist_id]))
  const now = server.clock.now()
  const inZone = (effect: (tx: Tx) => Promise<unknown>) =>
    inTransaction(server.db, async (tx) => {
      await sql`select set_config('timezone', ${random.pick(ZONES)}, true)`.execute(tx)
      await effect(tx)
    })
  let all: Listen[] = []
  for (let round = 0; round < 12; round++) {
    const member = random.pick(members)
    const fresh = randomListens(random, member, tracks, now.getTime())
    await inZone((tx) =>
      insertListens(
        tx,
        member,
        fresh.map((play) => ({ trackId: play.track, listenedAt: new Date(play.at) })),
      ),
    )
    all = [...new Map([...all, ...fresh].map((play) => [`${play.member} ${play.track} ${play.at}`, play])).values()]
    if (!random.percent(40)) continue
    const from = now.getTime() - random.between(1, 400) * DAY_MS + random.between(0, DAY_MS)
    const until = from + random.between(1, 60 * DAY_MS)
    await inZone((tx) => deleteListens(tx, member, { from: new Date(from), until: new Date(until) }))
    all = all.filter((play) => play.member !== member || play.at < from || play.at >= until)
  }
  await inZone(async (tx) => {
    for (const period of PERIODS) {
      const window = { period, now }
      for (const member of members) {
        const own = all.filter((play) => play.member === member)
        const topTracks = await listTopTracks(tx, member, window, 1000)
        expect(Object.fromEntries(topTracks.map((topTrack) => [topTrack.id, topTrack.playcount]))).toEqual(
          playsOf(own, period, now.getTime(), (it) => it.track),
        )
        const topArtists = await listTopArtists(tx, member, window, 1000)
        expect(Object.fromEntries(topArtists.map((topArtist) => [topArtist.id, topArtist.scrobbles]))).toEqual(
          playsOf(own, period, now.getTime(), (play) => artistOf.get(play.track) ?? 0),
        )
      }
      for (const artistId of new Set(artistOf.values())) {
        const heard = all.filter((play) => artistOf.get(play.track) === artistId)
        const board = { artistId, window, limit: 50, viewerId: members[0] ?? null, isRanked: true }
        const { topListeners, rank } = await getLeaderboard(tx, board)
        const plays = playsOf(heard, period, now.getTime(), (it) => it.member)
        expect(topListeners.map((it) => it.playcount)).toEqual(Object.values(plays).toSorted((a, b) => b - a))
        const mine = plays[members[0] ?? 0]
        const ahead = Object.values(plays).filter((play) => play > (mine ?? 0)).length
        // Ties rank by join date; the requesting member joined first.
        expect(rank).toBe(mine === undefined ? undefined : ahead + 1)
      }
    }
    const [first, until] = [new Date(now.getTime() - 500 * DAY_MS), now].map((date) => date.toISOString().slice(0, 10))
    for (const member of members) {
      const days = await listDailyPlays(tx, member, { first: first ?? '', until: until ?? '' })
      const own = all.filter((play) => play.member === member)
      const sums = playsOf(own, 'overall', now.getTime(), (play) => Math.floor(play.at / DAY_MS) * DAY_MS)
      expect(Object.fromEntries(days.map((day) => [Date.parse(day.day), day.plays]))).toEqual(sums)
    }
  })
  await depthsAreRight(server.db, all, artistOf)
})

/** Checks that the counts of different heard tracks match the remaining listens. */
async function depthsAreRight(
  db: Awaited<ReturnType<typeof testServer>>['db'],
  all: readonly Listen[],
  artistOf: ReadonlyMap<number, number>,
) {
  const heard = new Map<string, Set<number>>()
  for (const { member, track } of all) {
    const key = `${member} ${artistOf.get(track)}`
    heard.set(key, (heard.get(key) ?? new Set()).add(track))
  }
  const rows = await db.selectFrom('artist_plays').select(['member_id', 'artist_id', 'tracks_heard']).execute()
  expect(Object.fromEntries(rows.map((row) => [`${row.member_id} ${row.artist_id}`, row.tracks_heard]))).toEqual(
    Object.fromEntries([...heard].map(([key, tracks]) => [key, tracks.size])),
  )
}

/**
 * Returns listens in the last 400 days, many around midnight UTC and where periods begin and end.
 */
function randomListens(random: Random, member: number, tracks: readonly number[], now: number): Listen[] {
  return Array.from({ length: random.between(1, 120) }, () => {
    const daysAgo = random.percent(40) ? random.pick([0, 6, 7, 8, 29, 30, 31, 364, 365, 366]) : random.between(0, 400)
    const midnight = Math.floor(now / DAY_MS) * DAY_MS - daysAgo * DAY_MS
    const offset = random.percent(30) ? random.between(-2, 2) : random.between(0, 86_399)
    return { member, track: random.pick(tracks), at: Math.min(midnight + offset * 1000, Math.floor(now / 1000) * 1000) }
  })
}
