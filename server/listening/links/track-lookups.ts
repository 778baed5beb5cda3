import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Db } from '#server/db/open.ts'
import { type BackOff, toBackOffMs } from '#server/queue/back-off.ts'
import { isSharedLink, SERVICE_NUMBERS } from './track-links.ts'

/*
 * `track_lookups`: the tracks that are to be looked up at MusicBrainz, and when each was. Only tracks
 * with an MBID or an ISRC of a scrobble or a file have rows.
 */

/** A track is looked up again after this time. */
const OUTDATED_AFTER_MS = 90 * DAY_MS
/** The number of tracks that are looked up in 24 hours. */
export const LOOK_UPS_PER_DAY_MAX = 2000
/** The latest broadcasts, swaps, saved and loved tracks that are queued. */
const SHOWN_MAX = 1000
const BACK_OFF: BackOff = { firstMs: 600_000, longestMs: 7 * DAY_MS }

/** A track to look up, by one of its ids. */
export interface TrackLookup {
  /** The row, which may be that of a spelling of the track. */
  readonly queuedId: number
  readonly trackId: number
  /** MBID of the recording. */
  readonly recording: string | null
  readonly isrc: string | null
  readonly attempts: number
  /** The names of the track and of its other spellings. */
  readonly titles: readonly string[]
  readonly artists: readonly string[]
}

/** Selects the first id of a track at a service, without those that only members have shared. */
const selectId = (service: 'musicbrainz' | 'isrc') => sql`(select external_id from track_links as link
  where link.track_id = main.id and service = ${sql.lit(SERVICE_NUMBERS[service])} and not ${isSharedLink}
  order by place limit 1)`

const selectRecording = sql`coalesce(${selectId('musicbrainz')}, main.mbid::text)`

/**
 * Queues those of the selected tracks (`track_id`) that have an id, are not queued, and were not
 * looked up in the last 90 days. A track that needs nothing is not written.
 */
async function queueSelected(db: Db, tracks: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    insert into track_lookups (track_id, due_at)
    select distinct main.id, ${now}::timestamptz from (${tracks}) as shown
      join tracks on tracks.id = shown.track_id
      join tracks as main on main.id = coalesce(tracks.merged_into, tracks.id)
      left join track_lookups as known on known.track_id = main.id
    where known.due_at is null
      and (known.looked_up_at is null or known.looked_up_at < ${new Date(now.getTime() - OUTDATED_AFTER_MS)})
      and coalesce(${selectRecording}, ${selectId('isrc')}) is not null
    order by main.id
    on conflict (track_id) do update set due_at = excluded.due_at where track_lookups.due_at is null`.execute(db)
}

export const queueOpenedTrack = (db: Db, trackId: number, now: Date): Promise<void> =>
  queueSelected(db, sql`select ${trackId}::bigint as track_id`, now)

/** Queues tracks that members have lately broadcast, swapped, saved or loved. */
export async function queueShownTracks(db: Db, now: Date): Promise<void> {
  const latest = (column: string, table: string) =>
    sql`(select ${sql.ref(column)} as track_id from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by id desc limit ${sql.lit(SHOWN_MAX)})`
  const shown = [
    latest('track_id', 'broadcasts'),
    latest('initiator_track_id', 'song_swaps'),
    latest('matched_track_id', 'song_swaps'),
    latest('track_id', 'later_tracks'),
    latest('track_id', 'track_feedback'),
  ]
  await queueSelected(db, sql.join(shown, sql` union `), now)
}

/** Selects a row if a track is due, unless as many were looked up as a day allows. */
export const selectDueLookup = (now: Date): RawBuilder<unknown> =>
  sql`select from track_lookups where due_at <= ${now}::timestamptz and ${isDayOpen(now)}`

/** Evaluated once, and only if a track is due. */
const isDayOpen = (now: Date) =>
  sql`(select count(*) < ${sql.lit(LOOK_UPS_PER_DAY_MAX)} from track_lookups as done
    where done.looked_up_at > ${new Date(now.getTime() - DAY_MS)})`

/** Returns the track that is due longest; undefined if none is, or the day has had its number. */
export async function findDueLookup(db: Db, now: Date): Promise<TrackLookup | undefined> {
  const { rows } = await sql<TrackLookup>`
    select due.track_id as "queuedId", main.id as "trackId", ${selectRecording} as recording,
      ${selectId('isrc')} as isrc, due.attempts,
      array(select title from tracks as spelling where spelling.id = main.id
        union select title from tracks as spelling where spelling.merged_into = main.id limit 20) as titles,
      array(select name from artists where artists.id = main.artist_id
        union select name from artists where artists.merged_into = main.artist_id limit 20) as artists
    from (select * from track_lookups where due_at <= ${now}::timestamptz and ${isDayOpen(now)}
        order by due_at, track_id limit 1) as due
      join tracks on tracks.id = due.track_id
      join tracks as main on main.id = coalesce(tracks.merged_into, tracks.id)`.execute(db)
  return rows[0]
}

/** Stores that a track was looked up, whatever was found. */
export async function storeLookup(db: Db, { queuedId, trackId }: TrackLookup, now: Date): Promise<void> {
  await sql`insert into track_lookups (track_id, looked_up_at)
    select distinct id, ${now}::timestamptz from unnest(${[queuedId, trackId]}::bigint[]) as done (id) order by id
    on conflict (track_id) do update set due_at = null, looked_up_at = excluded.looked_up_at, attempts = 0`.execute(db)
}

/** Makes a track due later after a failed look-up: after ten minutes, doubling up to a week. */
export async function postponeLookup(db: Db, { queuedId, attempts }: TrackLookup, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + toBackOffMs(attempts, BACK_OFF))
  await sql`update track_lookups set due_at = ${dueAt}, attempts = least(attempts + 1, 30)
    where track_id = ${queuedId}`.execute(db)
}

/** Empties the queue, for a server that looks nothing up. */
export async function clearLookups(db: Db): Promise<void> {
  await sql`update track_lookups set due_at = null where due_at is not null`.execute(db)
}
