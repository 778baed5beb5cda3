import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/*
 * Sources store the start of a play, its end, or its minute. Two records of a track from different
 * sources are one play if the times differ by at most its length, and each record belongs to one
 * play only, so that a track played twice in a row counts twice. A track by one artist in a credit
 * and the same title by the credit may be one play, too.
 */

/** Some sources store only the minute; those that store the end of a play omit its pauses. */
const SHORTEST_S = 60
/** Longer recordings are compared within this time. */
export const LONGEST_S = 10_800
/** Stored listens up to this length are compared with one without a known length. */
const UNKNOWN_S = 900

/** Returns the time within which another source's record is the same play, in seconds. */
export const toWindow = (ms: number | undefined): number =>
  Math.min(LONGEST_S, Math.max(SHORTEST_S, Math.ceil((ms ?? 0) / 1000)))

interface TimedListen {
  readonly memberId: number
  /** The main track or another spelling. */
  readonly trackId: number
  /** A date, or milliseconds since 1970. */
  readonly listenedAt: Date | number
  readonly lengthMs?: number | undefined
}

/** A stored listen that may be the same play as an arriving one. */
export interface NearListen {
  readonly place: number
  /** The stored row's place in the table. */
  readonly known: string
  /** In the same second. */
  readonly is_exact: boolean
}

/** The stored listens nearest in time that a listen is compared with. */
export const CANDIDATES_MAX = 20
/** The most listens that are matched anew to make room for one. */
const MOVED_MAX = 200

/** Selects stored listens near the time of an arriving one, the nearest first. */
const selectNear = (isSame: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select other.ctid as known, other.listened_at, other.details_id, ${isSame} as is_same from listens as other
  where other.member_id = arriving.member_id and ${where}
    and other.listened_at between arriving.listened_at - make_interval(secs => greatest(window_s, ${UNKNOWN_S}))
      and arriving.listened_at + make_interval(secs => greatest(window_s, ${UNKNOWN_S}))
  order by abs(extract(epoch from other.listened_at - arriving.listened_at)) limit ${CANDIDATES_MAX})`

/**
 * Returns the condition that a track and the arriving one have one title, by a credit and by one of its
 * artists: service files name the album artist, players the whole credit.
 */
export function areOfSameCredit(one: string): RawBuilder<unknown> {
  const [artist, otherArtist] = [sql.ref(`${one}.artist_id`), sql.ref('arriving.artist_id')]
  return sql`(${sql.ref(`${one}.title_key`)} = arriving.title_key and (
    exists (select from artist_credits as credit where credit.credit_id = ${artist} and credit.artist_id = ${otherArtist})
    or exists (select from artist_credits as credit where credit.credit_id = ${otherArtist} and credit.artist_id = ${artist})))`
}

const IS_OF_SAME_CREDIT = sql`exists (
  select from tracks as twin where twin.id = other.track_id and ${areOfSameCredit('twin')})`

/**
 * Returns, by input order, the stored listens from other sources that are the same plays, as places
 * in the table; null for none, or if this source has stored the same second. Listens by hand are
 * compared with all. Those after the first `count`, by default none, were matched by a former batch,
 * and remain so if they can.
 */
export async function matchListens(
  tx: Tx,
  listens: readonly TimedListen[],
  from: Source,
  count = listens.length,
): Promise<readonly (string | null)[]> {
  const matched: (string | null)[] = listens.map(() => null)
  const members = [...new Set(listens.map((listen) => listen.memberId))]
  const isOther = from === 'by-hand' ? sql`true` : sql`source <> ${SOURCE_NUMBERS[from]}`
  const { rows: comparable } = await sql<{ id: number }>`select distinct member_id as id from listen_sources
    where member_id = any(${members}::bigint[]) and ${isOther} and listens > 0`.execute(tx)
  if (comparable.length === 0) return matched
  const sent = unnest('sent', listens, {
    member_id: ['bigint', ({ memberId }) => memberId],
    named_id: ['bigint', ({ trackId }) => trackId],
    ms: ['float8', ({ listenedAt }) => Number(listenedAt)],
    window_s: ['integer', ({ lengthMs }) => toWindow(lengthMs)],
    place: ['integer', (_, place) => place + 1],
  })
  // `limit` keeps the planner, which cannot know the row count, from reading a whole history.
  const { rows } = await sql<NearListen>`
    with arriving as materialized (
      select distinct on (member_id, listened_at, track_id) sent.member_id, tracks.id as track_id, place,
        to_timestamp(ms / 1000.0) as listened_at, window_s, tracks.artist_id, tracks.title_key,
        exists (select from artist_credits as credit where credit.credit_id = tracks.artist_id)
          or exists (select from artist_credits as credit where credit.artist_id = tracks.artist_id) as is_credited
      from ${sent} join tracks as named on named.id = named_id
      join tracks on tracks.id = coalesce(named.merged_into, named.id)
      where sent.member_id = any(${comparable.map(({ id }) => id)}::bigint[])
      order by member_id, listened_at, track_id, place)
    select place, near.known::text as known, near.is_same and near.listened_at = arriving.listened_at as is_exact
    from arriving cross join lateral (
      ${selectNear(sql`true`, sql`other.track_id = arriving.track_id and ${isOther}`)}
      union all ${selectNear(sql`false`, sql`arriving.is_credited and ${isOther} and ${IS_OF_SAME_CREDIT}`)}) as near
    left join listen_details as details on details.id = near.details_id
    where abs(extract(epoch from near.listened_at - arriving.listened_at))
        <= greatest(window_s, least(coalesce(details.duration_ms, 0) / 1000.0, ${LONGEST_S}))
      and not exists (select from listens as same where same.member_id = arriving.member_id
        and same.listened_at = arriving.listened_at and same.track_id = arriving.track_id and not (${isOther}))
    order by place > ${count} desc, arriving.listened_at, near.listened_at`.execute(tx)
  for (const [place, known] of assignListens(rows)) matched[place - 1] = known
  return matched
}

/**
 * Returns a stored listen for as many places as possible, each for one. A listen in the same second
 * is not stored in any case, so that these are matched first, and moved only to make room.
 */
export function assignListens(rows: readonly NearListen[]): ReadonlyMap<number, string> {
  const candidates = Map.groupBy(rows, (row) => row.place)
  const placeOf = new Map(rows.flatMap((row) => (row.is_exact ? [[row.known, row.place] as const] : [])))
  const done = new Set(placeOf.values())
  const findRoom = (place: number, visited: Set<string>): boolean => {
    for (const { known } of candidates.get(place) ?? []) {
      if (visited.has(known) || visited.size >= MOVED_MAX) continue
      visited.add(known)
      const other = placeOf.get(known)
      if (other !== undefined && !findRoom(other, visited)) continue
      placeOf.set(known, place)
      return true
    }
    return false
  }
  for (const place of candidates.keys()) if (!done.has(place)) findRoom(place, new Set())
  return new Map([...placeOf].map(([known, place]) => [place, known]))
}
