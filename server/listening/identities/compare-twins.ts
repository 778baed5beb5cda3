import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inBatch } from '#server/http/attempt.ts'
import { lockIdentities } from '../catalogue/lock.ts'
import { areAlike } from './are-alike.ts'
import { joinArtists, joinTracks } from './join.ts'

/** Two rows that share an MBID. */
export interface TwinRows {
  readonly named: number
  readonly owner: number
  readonly mbid: string
}

/**
 * Advisory lock id, unique in the project: concurrent transactions could give one MBID to two
 * names.
 */
const IDENTITY_WRITES_LOCK = 7039
/**
 * How many members must send an MBID with both names, if this many members listen to both; fewer
 * listeners are enough for fewer, but never one: a single file is easily forged. More claims for
 * one name are not stored.
 */
export const CLAIMS_MAX = 3
const CLAIMS_MIN = 2

export const countClaims = (kind: 'artist' | 'track', id: string, mbid: RawBuilder<unknown>) =>
  sql`(select count(*) from identity_claims as claim
    where claim.kind = ${kind} and claim.id = ${sql.ref(id)} and claim.mbid = ${mbid})`

export async function lockIdentityWrites(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(IDENTITY_WRITES_LOCK)})`.execute(tx)
  await lockIdentities(tx)
}

/** The evidence about two rows that share an MBID. */
interface Evidence {
  readonly name: string
  readonly owner_name: string
  readonly claims: number
  readonly owner_claims: number
  readonly listeners: number
  readonly owner_listeners: number
  /** Whether another member listens to both. */
  readonly has_others: boolean
}

/**
 * Joins two rows if enough members send both names with the MBID; otherwise gives the MBID to the
 * name that more members send with it.
 */
export async function compareTwins(db: Db, memberId: number, kind: 'artist' | 'track', twins: TwinRows): Promise<void> {
  const { named, owner, mbid } = twins
  // An artist's listeners include members with charts from a service.
  const listeners = (id: number) =>
    kind === 'artist'
      ? sql`select member_id from plays_daily where artist_id = ${id}
          union select member_id from artist_plays where artist_id = ${id}`
      : sql`select distinct member_id from plays_daily
          where artist_id = (select artist_id from tracks where id = ${owner}) and track_id = ${id}`
  const [table, name] = kind === 'artist' ? (['artists', 'name'] as const) : (['tracks', 'title'] as const)
  const { rows } = await sql<Evidence>`
    with named_by as materialized (${listeners(named)}), owner_by as materialized (${listeners(owner)})
    select ${sql.ref(`named.${name}`)} as name, ${sql.ref(`owner.${name}`)} as owner_name,
      ${countClaims(kind, 'named.id', sql`${mbid}`)} as claims, ${countClaims(kind, 'owner.id', sql`${mbid}`)} as owner_claims,
      (select count(*) from named_by) as listeners, (select count(*) from owner_by) as owner_listeners,
      exists (select from named_by where member_id <> ${memberId})
        and exists (select from owner_by where member_id <> ${memberId}) as has_others
    from ${sql.table(table)} as named, ${sql.table(table)} as owner where named.id = ${named} and owner.id = ${owner}
      and not exists (select from music_decisions where kind = ${kind} and action = 'apart'
        and (music_id, into_id) in ((${named}, ${owner}), (${owner}, ${named})))`.execute(db)
  const [found] = rows
  if (found === undefined) return
  if (isAgreed(found)) {
    const [from, into] = found.listeners > found.owner_listeners ? [owner, named] : [named, owner]
    await (kind === 'artist' ? joinArtists : joinTracks)(db, from, into)
  } else if (
    found.claims >= CLAIMS_MIN &&
    found.claims > found.owner_claims &&
    found.listeners >= found.owner_listeners
  )
    await inBatch(db, (tx) => moveMbid(tx, table, twins))
}

/**
 * Returns whether two names mean one artist or track. One member is enough for names with the same
 * letters, if others listen to one at most.
 */
function isAgreed({ name, owner_name, claims, owner_claims, listeners, owner_listeners, has_others }: Evidence) {
  if (!has_others && areAlike(name, owner_name)) return true
  const needed = Math.min(CLAIMS_MAX, Math.max(CLAIMS_MIN, Math.min(listeners, owner_listeners)))
  return Math.min(claims, owner_claims) >= needed
}

/** Gives the MBID of one row to another, unless another process has changed either. */
async function moveMbid(tx: Tx, table: 'artists' | 'tracks', { named, owner, mbid }: TwinRows): Promise<void> {
  await lockIdentityWrites(tx)
  const { rows } = await sql`update ${sql.table(table)} set mbid = null where id = ${owner} and mbid = ${mbid}
    and exists (select from ${sql.table(table)} as named where named.id = ${named} and mbid is null and merged_into is null)
    returning id`.execute(tx)
  if (rows.length > 0) await sql`update ${sql.table(table)} set mbid = ${mbid} where id = ${named}`.execute(tx)
}
