import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { selectListenMicros } from '../listens/listen-id.ts'
import { LONGEST_S } from '../listens/match-listens.ts'
import { type Double, matchDoubles, type TimedListen, type Twins } from './match-doubles.ts'

/*
 * A job examines histories for listens that another source has a record of, too: those that were
 * stored before sources were compared by length, and those by artists that were joined or split
 * later.
 */

/** Approximate listens per run: those to one track are examined together. */
const LISTENS_PER_RUN = 50_000

const isIdle = sql`not exists (select from listen_double_pairs as pair
  where pair.member_id = double_checks.member_id and pair.is_busy)`

export const findDoubleChecks = (): RawBuilder<unknown> => sql`select from double_checks where ${isIdle}`

/** Lets the job examine a member's history, if it has several sources. */
export async function requestDoubleCheck(db: Db, memberId: number): Promise<void> {
  await sql`insert into double_checks (member_id)
    select member_id from listen_sources where member_id = ${memberId} and listens > 0 group by 1 having count(*) > 1
    on conflict (member_id) do update set after_track = 0`.execute(db)
}

/** Examines some of a member's tracks. Returns whether there may be more. */
export async function findDoubles(tx: Tx): Promise<boolean> {
  const { rows: checks } = await sql<{ memberId: number; after: number }>`
    select member_id as "memberId", after_track as after from double_checks where ${isIdle}
    order by random() limit 1 for update skip locked`.execute(tx)
  const [check] = checks
  if (check === undefined) return false
  const { memberId, after } = check
  if (after === 0)
    await sql`delete from listen_doubles where member_id = ${memberId} and removed_at is null`.execute(tx)
  const { rows } = await sql<{ until: number | null }>`
    select max(track_id) as until from (
      select track_id, sum(plays) over (order by track_id) - plays as earlier from track_plays
      where member_id = ${memberId} and track_id > ${after}) as track where earlier < ${LISTENS_PER_RUN}`.execute(tx)
  const until = rows[0]?.until ?? null
  if (until === null) {
    await sql`delete from double_checks where member_id = ${memberId}`.execute(tx)
    return true
  }
  const twins = await listTwins(tx, memberId)
  const listens = await listMixed(tx, memberId, { after, until, groups: toGroups(twins) })
  await insertDoubles(tx, memberId, matchDoubles(listens, twins))
  await sql`update double_checks set after_track = ${until} where member_id = ${memberId}`.execute(tx)
  return true
}

async function listTwins(tx: Tx, memberId: number): Promise<readonly Twins[]> {
  const { rows } = await sql<Twins>`
    select credited.id as credited, single.id as single
    from track_plays join tracks as credited on credited.id = track_plays.track_id
      join artist_credits on credit_id = credited.artist_id
      join tracks as single on single.artist_id = artist_credits.artist_id and single.title_key = credited.title_key
      join track_plays as played on played.member_id = ${memberId} and played.track_id = single.id
    where track_plays.member_id = ${memberId}`.execute(tx)
  return rows
}

/** Returns the least id among the tracks that each twin is compared with, directly or not. */
function toGroups(twins: readonly Twins[]): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const find = (id: number): number => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent
    parents.set(id, root)
    return root
  }
  for (const { credited, single } of twins) {
    const [a, b] = [find(credited), find(single)]
    parents.set(Math.max(a, b), Math.min(a, b))
  }
  return new Map([...parents.keys()].map((id) => [id, find(id)]))
}

interface Page {
  readonly after: number
  readonly until: number
  readonly groups: ReadonlyMap<number, number>
}

/** Returns the listens that have one from another source near them, by group and time. */
async function listMixed(tx: Tx, memberId: number, { after, until, groups }: Page): Promise<readonly TimedListen[]> {
  const { rows } = await sql<TimedListen>`
    with grouped as (
      select listened_at, track_id, merged_from, coalesce(groups.id, track_id) as group_id, source, listens.details_id
      from listens left join unnest(${[...groups.keys()]}::bigint[], ${[...groups.values()]}::bigint[])
        as groups (track, id) on groups.track = track_id
      where member_id = ${memberId} and coalesce(groups.id, track_id) > ${after} and coalesce(groups.id, track_id) <= ${until}),
    apart as (
      select *, coalesce((listened_at - lag(listened_at) over (partition by group_id order by listened_at)
        > make_interval(secs => ${LONGEST_S}))::integer, 0) as is_apart from grouped),
    runs as (
      select *, sum(is_apart) over (partition by group_id order by listened_at) as run from apart),
    mixed as (
      select *, min(source) over whole as least, max(source) over whole as greatest from runs
      window whole as (partition by group_id, run))
    select group_id as "groupId", ${selectListenMicros} as micros, track_id as "trackId", source,
      coalesce(mixed.merged_from, track_id) as "formerId", coalesce(duration_ms, 0) as "lengthMs"
    from mixed left join listen_details on listen_details.id = details_id
    where least <> greatest order by group_id, listened_at`.execute(tx)
  return rows
}

/** Stores former tracks, so that the rows follow merges that are undone. */
async function insertDoubles(tx: Tx, memberId: number, doubles: readonly Double[]): Promise<void> {
  const list = (read: (double: Double) => number) => sql`${doubles.map(read)}`
  await sql`insert into listen_doubles
      (member_id, listened_at, track_id, source, kept_at, kept_track, kept_source)
    select ${memberId}::bigint, ${fromMicros(sql`micros`)}, track_id, source, ${fromMicros(sql`kept_micros`)}, kept_track, kept_source
    from unnest(${list(({ double }) => double.micros)}::bigint[], ${list(({ double }) => double.formerId)}::bigint[],
      ${list(({ double }) => double.source)}::smallint[], ${list(({ original }) => original.micros)}::bigint[],
      ${list(({ original }) => original.formerId)}::bigint[], ${list(({ original }) => original.source)}::smallint[])
      as found (micros, track_id, source, kept_micros, kept_track, kept_source)
    on conflict do nothing`.execute(tx)
}
