import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import { joinCredits, selectCredited } from '../catalogue/credits.ts'
import { selectIgnoredPairs } from '../catalogue/ignored.ts'
import type { FreshListen } from './compare-listens.ts'
import { selectServed } from './served-by.ts'

/**
 * Returns listens as a table `played`, with the UTC day, as the functions here and in
 * `mark-heard.ts` take them.
 */
export const toPlayed = (listens: readonly FreshListen[]): RawBuilder<unknown> => sql`(
  select member_id, track_id, artist_id, album_id, details_id, to_timestamp(ms / 1000.0) as listened_at,
    (to_timestamp(ms / 1000.0) at time zone 'UTC')::date as day
  from ${unnest('listen', listens, {
    member_id: ['bigint', ({ memberId }) => memberId],
    track_id: ['bigint', ({ trackId }) => trackId],
    artist_id: ['bigint', ({ artistId }) => artistId],
    album_id: ['bigint', ({ albumId }) => albumId],
    details_id: ['integer', ({ detailsId }) => detailsId],
    ms: ['float8', ({ listenedAt }) => listenedAt],
  })}) as played`

/** Adds listens to the plays by day and of all time, by track and artist. */
export async function addTrackPlays(tx: Tx, played: RawBuilder<unknown>): Promise<void> {
  // First: a track without plays is new to the member.
  await addArtistPlays(tx, played)
  await sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, track_id, day, artist_id, count(*) from ${played} group by 1, 2, 3, 4 order by 1, 3, 2
    on conflict (member_id, day, track_id) do update set plays = plays_daily.plays + excluded.plays`.execute(tx)
  await sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
    select member_id, track_id, artist_id, count(*), max(day) from ${played} group by 1, 2, 3 order by 1, 2
    on conflict (member_id, track_id) do update set plays = track_plays.plays + excluded.plays,
      latest = greatest(track_plays.latest, excluded.latest)`.execute(tx)
}

/** Adds listens to the plays by day and of all time, by album. */
export async function addAlbumPlays(tx: Tx, played: RawBuilder<unknown>): Promise<void> {
  await sql`insert into album_plays_daily (member_id, album_id, day, plays)
    select member_id, album_id, day, count(*) from ${played} where album_id is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (member_id, album_id, day) do update set plays = album_plays_daily.plays + excluded.plays`.execute(tx)
  await sql`insert into album_plays (member_id, album_id, plays, latest)
    select member_id, album_id, count(*), max(day) from ${played} where album_id is not null group by 1, 2 order by 1, 2
    on conflict (member_id, album_id) do update set plays = album_plays.plays + excluded.plays,
      latest = greatest(album_plays.latest, excluded.latest)`.execute(tx)
}

/** Adds listens to the plays by artist, but for artists that a member ignores. */
async function addArtistPlays(tx: Tx, played: RawBuilder<unknown>): Promise<void> {
  const members = sql`array(select distinct member_id from ${played})`
  await sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${selectCredited('by_artist.artist_id')}, sum(plays), sum(new_tracks)
    from (
      select by_track.member_id, by_track.artist_id, sum(by_track.plays) as plays,
        count(*) filter (where heard.track_id is null) as new_tracks
      from (select member_id, track_id, artist_id, count(*) as plays from ${played} group by 1, 2, 3) as by_track
      left join track_plays as heard on heard.member_id = by_track.member_id and heard.track_id = by_track.track_id
      group by 1, 2) as by_artist ${joinCredits('by_artist.artist_id')}
    where member_id not in (${selectServed(members)})
      and (member_id, by_artist.artist_id) not in ${selectIgnoredPairs(members)} group by 1, 2 order by 1, 2
    on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
      tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
}
