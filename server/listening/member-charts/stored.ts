import { type RawBuilder, sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { IDENTITIES_LOCK } from '../identities/lock.ts'
import { LISTENS_LOCK } from '../listens.ts'
import type { ClosedDays } from './days.ts'
import { byRank, KIND_NUMBERS, selectClosed } from './kinds.ts'
import type { RankedChart } from './merge.ts'

/*
 * Stored charts of members (decision 55). A chart of closed days is counted and stored when it is
 * first read. Triggers delete it when one of its days changes. Storing excludes such a change by
 * the lock that every writer of listens takes, so that a stored chart always equals the listens.
 */

/**
 * Id of an advisory lock, unique in the project: one process counts a member's charts at a time.
 */
const CHARTS_LOCK = 7041
/**
 * The number of stored charts of a member. Those that were not read for the longest time go first.
 */
export const STORED_MAX = 60
const HOUR_MS = 3_600_000
const NOTE_READ_EVERY_MS = HOUR_MS
/** Charts of sliding periods are outdated a day later. */
const DELETE_AFTER_MS = 48 * HOUR_MS

/** Which chart of a member. */
export interface ClosedKey extends ClosedDays {
  readonly memberId: number
  readonly kind: ChartKind
}

/** Returns the chart with this number of its first entries as JSON, a `StoredChart` or null. */
export const selectStored = (key: ClosedKey, length: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('plays', plays, 'entries', entries, 'readAt', read_at, 'ids', ids[1:${length}],
    'idPlays', id_plays[1:${length}], 'latest', latest[1:${length}])
  from member_charts where ${isThis(key)})`

/** A chart as selected by {@link selectStored}. */
export interface StoredChart {
  readonly plays: number
  readonly entries: number
  readonly ids: readonly number[]
  readonly idPlays: readonly number[]
  readonly latest: readonly (string | null)[]
  readonly readAt: string
}

export const toRankedChart = ({ plays, entries, ids, idPlays, latest }: StoredChart): RankedChart => ({
  plays,
  entries,
  top: ids.map((id, place) => ({ id, plays: idPlays[place] ?? 0, latest: latest[place] ?? null })),
})

/** What a stored chart of closed days has of some entries. */
export interface StoredPlaces {
  readonly plays: number
  readonly entries: number
  readonly readAt: Date
  readonly places: readonly { readonly id: number; readonly place: number; readonly plays: number }[]
}

/**
 * Returns the totals of a stored chart and the places of these entries; undefined if it is not
 * stored.
 */
export async function findStoredPlaces(
  db: Db,
  key: ClosedKey,
  ids: readonly number[],
): Promise<StoredPlaces | undefined> {
  const { rows } = await markPrepared(sql<StoredPlaces>`
    select plays, entries, read_at as "readAt", (
      select coalesce(json_agg(listed), '[]') from (
        select id, place, listed.plays from unnest(ids, id_plays) with ordinality as listed (id, plays, place)
        where id = any(${ids}::bigint[])) as listed) as places
    from member_charts where ${isThis(key)}`).execute(db)
  return rows[0]
}

/** Charts that this process is counting. Further requests for one of them wait for it. */
const counting = new WeakMap<Db, Map<string, Promise<RankedChart>>>()

/** Counts a chart of closed days, and stores it unless the member's listens are being changed. */
export async function countClosed(db: Db, key: ClosedKey, now: Date): Promise<RankedChart> {
  if (db.isTransaction) return selectCounted(db, key)
  const ofDb = counting.get(db) ?? new Map<string, Promise<RankedChart>>()
  counting.set(db, ofDb)
  const name = [key.memberId, key.kind, key.first, key.last].join(' ')
  const chart =
    ofDb.get(name) ?? inTransaction(db, (tx) => countAndStore(tx, key, now)).finally(() => ofDb.delete(name))
  ofDb.set(name, chart)
  return chart
}

async function countAndStore(tx: Tx, key: ClosedKey, now: Date): Promise<RankedChart> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHARTS_LOCK)}, hashint8(${key.memberId}::bigint))`.execute(tx)
  const { rows } = await sql<{ stored: StoredChart | null }>`
    select ${selectStored(key, sql.lit(CHART_PLACES_MAX))} as stored`.execute(tx)
  const stored = rows[0]?.stored ?? null
  if (stored !== null) return toRankedChart(stored)
  // The statement that counts starts after this one: it sees all changes of the lock's last holder.
  const isLocked = await tryLockListens(tx, key.memberId)
  const chart = await selectCounted(tx, key)
  if (isLocked) await insertChart(tx, key, chart, now)
  return chart
}

/** Excludes changes of the member's listens and joins of spellings, without waiting for them. */
export async function tryLockListens(tx: Tx, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(IDENTITIES_LOCK)}) and
      pg_try_advisory_xact_lock_shared(${sql.lit(LISTENS_LOCK)}, hashint8(${memberId}::bigint)) as "isLocked"`.execute(
    tx,
  )
  return rows[0]?.isLocked === true
}

async function selectCounted(db: Db, { memberId, kind, ...days }: ClosedKey): Promise<RankedChart> {
  const { rows } = await sql<RankedChart>`
    with counted as materialized (${selectClosed(kind, memberId, days)}),
    top as (select id, plays, latest from counted order by ${byRank(kind)} limit ${sql.lit(CHART_PLACES_MAX)})
    select coalesce(sum(plays), 0) as plays, count(*) as entries,
      (select coalesce(json_agg(top order by ${byRank(kind)}), '[]') from top) as top
    from counted`.execute(db)
  return rows[0] ?? { plays: 0, entries: 0, top: [] }
}

async function insertChart(tx: Tx, key: ClosedKey, { plays, entries, top }: RankedChart, now: Date): Promise<void> {
  // A member that is being deleted has no row.
  await sql`insert into member_charts (member_id, kind, first_day, last_day, read_at, plays, entries, ids, id_plays, latest)
    select id, ${sql.lit(KIND_NUMBERS[key.kind])}, ${toFirstDay(key)}, ${key.last}::date, ${now}, ${plays}, ${entries},
      ${top.map((entry) => entry.id)}::bigint[], ${top.map((entry) => entry.plays)}::integer[],
      ${top.map((entry) => entry.latest)}::date[]
    from members where id = ${key.memberId} on conflict do nothing`.execute(tx)
  await sql`delete from member_charts where member_id = ${key.memberId} and (kind, first_day, last_day) in (
    select kind, first_day, last_day from member_charts where member_id = ${key.memberId}
    order by read_at desc offset ${sql.lit(STORED_MAX)})`.execute(tx)
}

/** Records that a chart was read, at most once an hour. */
export async function noteRead(db: Db, key: ClosedKey, readAt: string | Date, now: Date): Promise<void> {
  if (now.getTime() - new Date(readAt).getTime() < NOTE_READ_EVERY_MS) return
  await markPrepared(sql`update member_charts set read_at = greatest(read_at, ${now}::timestamptz)
    where ${isThis(key)}`).execute(db)
}

/** Deletes charts that were not read for two days. */
export async function deleteUnreadCharts(tx: Tx, now: Date): Promise<void> {
  await sql`delete from member_charts where read_at < ${new Date(now.getTime() - DELETE_AFTER_MS)}`.execute(tx)
}

const isThis = (key: ClosedKey): RawBuilder<boolean> => sql<boolean>`member_id = ${key.memberId}
  and kind = ${sql.lit(KIND_NUMBERS[key.kind])} and first_day = ${toFirstDay(key)} and last_day = ${key.last}::date`

const toFirstDay = ({ first }: ClosedDays): RawBuilder<unknown> =>
  first === null ? sql`'-infinity'::date` : sql`${first}::date`
