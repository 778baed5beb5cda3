import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { CamelRow } from '#server/db/tables/columns.ts'
import type { MusicServicesTables } from '#server/db/tables/music-services.ts'
import { toBackOffMs } from '#server/queue/back-off.ts'
import { lockNextRow } from '#server/queue/leased-rows.ts'
import type { ServiceFailure } from '../service-failure.ts'

/*
 * `music_libraries` and `library_songs`: members' own libraries, and their songs for known tracks.
 */

export type Library = Omit<CamelRow<MusicServicesTables['music_libraries']>, 'leasedUntil'>

/** Another process may take a library after this time: longer than a part of a run takes. */
const LEASE_MS = 5 * 60_000
const READ_EVERY_MS = DAY_MS
const BACK_OFF = { firstMs: 60_000, longestMs: 6 * 3_600_000 }

/** The columns for a {@link Library}. */
const selectLibrary = sql`music_libraries.member_id as "memberId", address, account, name, secret, linked_at as "linkedAt",
  due_at as "dueAt", attempts, is_stopped as "isStopped", failure, failed_at as "failedAt", run_started_at as "runStartedAt",
  songs_read as "songsRead", music_libraries.songs, matched, matched_at as "matchedAt"`

export async function findLibrary(db: Db, memberId: number): Promise<Library | undefined> {
  const { rows } =
    await sql<Library>`select ${selectLibrary} from music_libraries where member_id = ${memberId}`.execute(db)
  return rows[0]
}

/**
 * Links a library and makes it due at once. Songs from the same account at the same address stay;
 * others are deleted.
 */
export async function insertLibrary(
  tx: Tx,
  library: Pick<Library, 'memberId' | 'address' | 'account' | 'name' | 'secret'>,
  now: Date,
): Promise<void> {
  const { memberId, address, account, name, secret } = library
  await sql`delete from music_libraries where member_id = ${memberId}
    and (address <> ${address} or account <> ${account})`.execute(tx)
  await sql`insert into music_libraries (member_id, address, account, name, secret, linked_at, due_at)
    values (${memberId}, ${address}, ${account}, ${name}, ${secret}, ${now}, ${now})
    on conflict (member_id) do update set name = excluded.name, secret = excluded.secret, linked_at = excluded.linked_at,
      due_at = excluded.due_at, leased_until = null, attempts = 0, is_stopped = false, failure = null, failed_at = null,
      run_started_at = null, songs_read = 0`.execute(tx)
}

export async function deleteLibrary(tx: Tx, memberId: number): Promise<void> {
  await sql`delete from music_libraries where member_id = ${memberId}`.execute(tx)
}

/** Makes a library due, also after a lasting failure. Returns false if there is none. */
export async function resumeLibrary(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  const { rows } =
    await sql`update music_libraries set is_stopped = false, failure = null, failed_at = null, attempts = 0,
      due_at = ${now} where member_id = ${memberId} returning 1`.execute(tx)
  return rows.length > 0
}

/** Takes the library that is due longest; undefined if none is due. */
export async function takeLibrary(db: Db, now: Date): Promise<Library | undefined> {
  const { rows } = await sql<Library>`
    update music_libraries set leased_until = ${new Date(now.getTime() + LEASE_MS)},
      songs_read = case when run_started_at is null then 0 else songs_read end,
      run_started_at = coalesce(run_started_at, ${now}::timestamptz)
    where member_id = ${lockNextRow('music_libraries', now)} returning ${selectLibrary}`.execute(db)
  return rows[0]
}

/** Stores how far the songs have been read, and extends the lease. */
export async function storeProgress(db: Db, library: Library, songsRead: number, now: Date): Promise<void> {
  await sql`update music_libraries set songs_read = ${songsRead}, failure = null, failed_at = null, attempts = 0,
      leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where ${isReadable(library)}`.execute(db)
}

/** Ends a run: deletes songs that it has not read, and makes the next one due a day later. */
export async function storeEnd(db: Db, library: Library, songsRead: number, now: Date): Promise<void> {
  const { memberId, runStartedAt } = library
  // Jitter: libraries linked together are not read together.
  const dueAt = new Date(now.getTime() + READ_EVERY_MS * (1 + Math.random() / 10))
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from music_libraries where ${isReadable(library)} for no key update`.execute(tx)
    if (rows.length === 0) return
    await sql`delete from library_songs where member_id = ${memberId}
      and seen_at < ${runStartedAt}::timestamptz`.execute(tx)
    await sql`update music_libraries set songs = ${songsRead}, songs_read = 0, run_started_at = null, matched_at = ${now},
        matched = (select count(*) from library_songs where library_songs.member_id = ${memberId}),
        failure = null, failed_at = null, attempts = 0, leased_until = null, due_at = ${dueAt}
      where ${isReadable(library)}`.execute(tx)
  })
}

/** Stores a failure. One that passes is retried after a minute and more; others stop the library. */
export async function storeLibraryFailure(
  db: Db,
  library: Pick<Library, 'memberId' | 'linkedAt' | 'attempts'>,
  { code, isPassing }: ServiceFailure,
  now: Date,
): Promise<void> {
  const dueAt = isPassing ? new Date(now.getTime() + toBackOffMs(library.attempts, BACK_OFF)) : null
  await sql`update music_libraries set is_stopped = ${!isPassing}, failure = ${code}, failed_at = ${now},
      attempts = least(attempts + 1, 30), leased_until = null, due_at = ${dueAt}
    where ${isReadable(library)}`.execute(db)
}

/** Ends the lease on a library that was not read to its end. The others that are due come first. */
export async function releaseLibrary(db: Db, library: Library, now: Date): Promise<void> {
  await sql`update music_libraries set leased_until = null, due_at = ${now} where ${isReadable(library)}`.execute(db)
}

/** Whether the row is still the library that was taken, and a failure has not stopped it meanwhile. */
const isReadable = ({ memberId, linkedAt }: Pick<Library, 'memberId' | 'linkedAt'>) =>
  sql<boolean>`(member_id = ${memberId} and linked_at = ${linkedAt}::timestamptz and not is_stopped)`

export interface FoundSong extends Library {
  readonly songId: string
  readonly bytes: number | null
}

/** Returns the song that a member's library has for a track, or for its main track. */
export async function findSong(db: Db, memberId: number, trackId: number): Promise<FoundSong | undefined> {
  const { rows } = await sql<FoundSong>`select ${selectLibrary}, song_id as "songId", bytes
    from tracks join library_songs as song on song.member_id = ${memberId}
      and song.track_id = coalesce(tracks.merged_into, tracks.id)
    join music_libraries on music_libraries.member_id = song.member_id
    where tracks.id = ${trackId}`.execute(db)
  return rows[0]
}
