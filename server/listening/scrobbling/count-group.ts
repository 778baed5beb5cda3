import { sql } from 'kysely'
import { inOneFlight } from '#server/db/flight.ts'
import { arrayOf, type KeptStatement, keptStatement } from '#server/db/kept-statement.ts'
import type { Db } from '#server/db/open.ts'
import { inAttempts } from '#server/http/attempt.ts'
import { countListens } from '../count-listens.ts'
import { IDENTITIES_LOCK } from '../identities/lock.ts'
import { LISTENS_LOCK } from '../listens.ts'
import { byKeysAlone } from './inbox.ts'
import { makeTracks } from './make-tracks.ts'

/** What is still in the inbox of a group that was counted. */
export interface Left {
  /** Whose listens another one has locked: an import, or another process that counts. */
  readonly members: readonly number[]
  /** Scrobbles whose tracks are not known yet. */
  readonly ofUnknownTracks: readonly number[]
}

interface Options {
  /** How long it waits for a lock. */
  readonly patienceMs: number
  /** Whose listens are waited for; nobody else's are. */
  readonly waitFor?: number | undefined
  /** Whether tracks that are not known are made first. */
  readonly isMaking?: boolean
}

/**
 * Counts scrobbles of the inbox, by their ids, and takes them out of it, in one transaction: killed at any moment, each is counted once
 * or still there. Whose listens another one has locked must not hold up the others: theirs are left. Two may count the same group:
 * whoever has a member's lock sees what the other one has taken out. Throws a Refusal 503 when it waited too long.
 */
export async function countGroup(
  db: Db,
  ids: readonly number[],
  { patienceMs, waitFor, isMaking = false }: Options,
): Promise<Left> {
  const given = arrayOf(ids)
  const statements = [
    byKeysAlone({}),
    begin({ patience: `${patienceMs}ms` }),
    // Before listens are locked, as in an import: with the other order the two could wait for each other.
    ...(isMaking ? makeTracks(given) : []),
    ...(waitFor === undefined ? [] : [lockListens({ member: String(waitFor) })]),
    lockFreeListens({ ids: given }),
    countAll({ ids: given }),
  ] satisfies readonly KeptStatement[]
  const answers = await inAttempts(() => inOneFlight(db, statements))
  const [[locking] = [], unknown = []] = answers.slice(-2)
  const left = locking?.[1]?.split(',') ?? []
  return { members: left.map(Number), ofUnknownTracks: unknown.map(([id]) => Number(id)) }
}

/** The lock comes before those of listens, as everywhere. */
const begin = keptStatement<'patience'>(
  (gap) =>
    sql`select set_config('lock_timeout', ${gap('patience')}, true), pg_advisory_xact_lock_shared(${sql.lit(IDENTITIES_LOCK)})`,
)

const lockListens = keptStatement<'member'>(
  (gap) => sql`select pg_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(${gap('member')}::bigint))`,
)

/** A setting of the transaction: whose listens it has locked. Nothing is added to anybody else. */
const LOCKED = sql.lit('flipside.locked')
/** Read once for all rows. */
const lockedMembers = sql`(select string_to_array(current_setting(${LOCKED}, true), ',')::bigint[])::bigint[]`

/**
 * Locks the listens of those members whom nobody else has locked, and the members, and selects who that is and who the others are. Forgets
 * what is for nobody: an account that was deleted just as its player scrobbled. Before the statement that counts: that one must see what
 * was counted when the locks were taken. What it sets stands in a SELECT without FROM, which is done whatever the plan is: in a part that
 * is joined to another one it is not when that one is read first and is empty.
 */
const lockFreeListens = keptStatement<'ids'>(
  (gap) => sql`
    with waiting as materialized (select distinct member_id from scrobble_inbox where id = any(${gap('ids')}::bigint[])),
    tried as materialized (
      select member_id, pg_try_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(member_id)) as is_locked from waiting),
    locked as materialized (
      select id from members where id in (select member_id from tried where is_locked) order by id for key share),
    forgotten as (
      delete from scrobble_inbox where member_id = any(array(
        select member_id from tried where is_locked and member_id not in (select id from locked))))
    select set_config(${LOCKED}, coalesce((select string_agg(id::text, ',') from locked), ''), true),
      (select string_agg(member_id::text, ',') from tried where not is_locked)`,
)

/** Counts those whose tracks are known, and selects the others. */
const countAll = keptStatement<'ids'>((gap) =>
  countListens({
    members: lockedMembers,
    // Each name by the index of names: a join would read the whole of tables that the planner believes to be small.
    told: sql`
      select waiting.id as place, member_id, listened_at, track_id, artist_id
      from unnest(${gap('ids')}::bigint[]) as given (id)
      cross join lateral (select * from scrobble_inbox where scrobble_inbox.id = given.id offset 0) as waiting
      left join lateral (
        select coalesce(tracks.merged_into, tracks.id) as track_id, artist_id from tracks
        where tracks.title_key = waiting.title_key and artist_id = (
          select coalesce(artists.merged_into, artists.id) from artists where artists.name_key = waiting.artist_key)
        offset 0) as found on true
      where member_id = any(${lockedMembers})`,
    from: 'played',
    and: sql`taken as (
      delete from scrobble_inbox where id = any(array(select place from told where track_id is not null))),`,
    select: sql`place from unknown`,
  }),
)
