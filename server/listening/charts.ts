import { type RawBuilder, sql } from 'kysely'
import type { TopArtist, TopTrack } from '#contract/listening.ts'
import type { Period } from '#contract/wire.ts'
import type { Db } from '#server/db/open.ts'
import { countTracks } from './exploration.ts'
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

/** A member's most played artists; `scrobbles` are the member's. The depth is that of all time, whatever the window. */
export async function listTopArtists(db: Db, memberId: number, window: Window, limit: number): Promise<TopArtist[]> {
  const { rows } = await sql<{ id: number; name: string; scrobbles: number; depth: number }>`
    select artists.id, artists.name, top.plays as scrobbles, heard.tracks_heard::float8 / ${countTracks('artists.id')} as depth
    from (
      select artist_id, sum(plays) as plays from ${playsTable(window)}
      where member_id = ${memberId} and ${isWithin(window)}
      group by artist_id order by plays desc, artist_id limit ${limit}) as top
    join artists on artists.id = top.artist_id
    join artist_plays as heard on heard.member_id = ${memberId} and heard.artist_id = top.artist_id
    order by top.plays desc, artists.id`.execute(db)
  return rows.map((row) => ({ ...row, imageUrl: '' }))
}

/** A member's plays of an artist. */
export async function countPlays(db: Db, memberId: number, artistId: number, window: Window): Promise<number> {
  const { rows } = await sql<{ plays: number }>`select coalesce(sum(plays), 0) as plays from ${playsTable(window)}
    where member_id = ${memberId} and artist_id = ${artistId} and ${isWithin(window)}`.execute(db)
  return rows[0]?.plays ?? 0
}

/** All time is kept as one row per member and artist, periods as one per day and track. */
export const isOverall = (window: Window) => window.period === 'overall'
const playsTable = (window: Window) => sql.table(isOverall(window) ? 'artist_plays' : 'plays_daily')

/** Whether a `day` counts. */
export function isWithin({ period, now }: Window): RawBuilder<boolean> {
  const first = firstDayOf(period, now)
  return first === null ? sql<boolean>`true` : sql<boolean>`day >= ${first}::date`
}
