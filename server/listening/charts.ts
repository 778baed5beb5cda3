import { type RawBuilder, sql } from 'kysely'
import type { Artist, TopListener, TopTrack } from '#contract/listening.ts'
import type { Period } from '#contract/wire.ts'
import type { Db } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { firstDayOf } from './rules.ts'
import { trackUrl } from './track-url.ts'

/** What a chart counts: plays in a period that ends now. */
export interface Window {
  readonly period: Period
  readonly now: Date
}

/** A member's most played tracks; of equal ones the one played latest first. */
export async function listTopTracks(db: Db, memberId: number, window: Window, limit: number): Promise<TopTrack[]> {
  const { rows } = await sql<{ id: number; track: string; artist: string; playcount: number }>`
    select tracks.id, tracks.title as track, artists.name as artist, top.plays as playcount
    from (
      select track_id, sum(plays) as plays, max(day) as latest from plays_daily
      where member_id = ${memberId} and ${isWithin(window)}
      group by track_id order by plays desc, latest desc, track_id limit ${limit}) as top
    join tracks on tracks.id = top.track_id join artists on artists.id = tracks.artist_id
    order by top.plays desc, top.latest desc, tracks.id`.execute(db)
  return rows.map((row) => ({ ...row, lastfmtrackurl: trackUrl(row.artist, row.track) }))
}

/** A member's most played artists; `scrobbles` are the member's. */
export async function listTopArtists(db: Db, memberId: number, window: Window, limit: number): Promise<Artist[]> {
  const { rows } = await sql<{ id: number; name: string; scrobbles: number }>`
    select artists.id, artists.name, top.plays as scrobbles
    from (
      select artist_id, sum(plays) as plays from ${playsTable(window)}
      where member_id = ${memberId} and ${isWithin(window)}
      group by artist_id order by plays desc, artist_id limit ${limit}) as top
    join artists on artists.id = top.artist_id
    order by top.plays desc, artists.id`.execute(db)
  return rows.map((row) => ({ ...row, imageUrl: '' }))
}

/** An artist's listeners as `viewerId` may see them; of equal ones the one who joined first. */
export async function listTopListeners(
  db: Db,
  viewerId: number | null,
  artistId: number,
  window: Window,
  limit: number,
): Promise<TopListener[]> {
  const { rows } = await sql<TopListener>`
    select members.name as username, top.plays as playcount, coalesce(members.picture_url, '') as "profileImage"
    from (
      select member_id, ${playsOfMember(window)} as plays from ${playsTable(window)} as counted
      where artist_id = ${artistId} and ${isWithin(window)} and ${visibleTo(viewerId, 'counted.member_id')}
      ${byMember(window)} order by plays desc, member_id limit ${limit}) as top
    join members on members.id = top.member_id
    order by top.plays desc, members.id`.execute(db)
  return rows
}

/** A member's place in {@link listTopListeners} as the member sees it, from 1; undefined without plays. */
export async function findRank(
  db: Db,
  memberId: number,
  artistId: number,
  window: Window,
): Promise<number | undefined> {
  const plays = await countPlays(db, memberId, artistId, window)
  if (plays === 0) return undefined
  const { rows } = await sql<{ ahead: number }>`
    select count(*) as ahead from (
      select member_id, ${playsOfMember(window)} as plays from ${playsTable(window)} as counted
      where artist_id = ${artistId} and ${isWithin(window)} and ${visibleTo(memberId, 'counted.member_id')}
      ${byMember(window)}) as listeners
    where plays >= ${plays} and (plays > ${plays} or member_id < ${memberId})`.execute(db)
  return (rows[0]?.ahead ?? 0) + 1
}

/** A member's plays of an artist. */
export async function countPlays(db: Db, memberId: number, artistId: number, window: Window): Promise<number> {
  const { rows } = await sql<{ plays: number }>`select coalesce(sum(plays), 0) as plays from ${playsTable(window)}
    where member_id = ${memberId} and artist_id = ${artistId} and ${isWithin(window)}`.execute(db)
  return rows[0]?.plays ?? 0
}

/** All plays of an artist that are known here. */
export async function countScrobbles(db: Db, artistId: number): Promise<number> {
  const { rows } = await sql<{ plays: number }>`select coalesce(sum(plays), 0) as plays from artist_plays
    where artist_id = ${artistId}`.execute(db)
  return rows[0]?.plays ?? 0
}

// All time is kept as one row per member and artist; grouping those again would keep the index from ending early.
const isOverall = (window: Window) => window.period === 'overall'
const playsTable = (window: Window) => sql.table(isOverall(window) ? 'artist_plays' : 'plays_daily')
const playsOfMember = (window: Window) => (isOverall(window) ? sql`plays` : sql`sum(plays)`)
const byMember = (window: Window) => (isOverall(window) ? sql`` : sql`group by member_id`)

function isWithin({ period, now }: Window): RawBuilder<boolean> {
  const first = firstDayOf(period, now)
  return first === null ? sql<boolean>`true` : sql<boolean>`day >= ${first}::date`
}
