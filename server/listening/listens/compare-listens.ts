import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import type { MemberListen } from './member-listen.ts'

/** A listen with the place of the stored one that is the same play by another source. */
export interface MatchedListen extends MemberListen {
  readonly matched?: string | null
}

/** A listen that is not stored. */
export interface FreshListen {
  readonly memberId: number
  /** The main track. */
  readonly trackId: number
  readonly artistId: number
  /** The album in its details. */
  readonly albumId: number | null
  /** Milliseconds since 1970. */
  readonly listenedAt: number
  readonly detailsId: number | null
}

/** A listen of which there is a stored one, by this source or as the same play by another. */
export interface KnownListen extends FreshListen {
  /** Its place in the table, valid until it is updated, and while the member's listens are locked. */
  readonly storedPlace: string
  readonly storedSource: number
  /** Milliseconds since 1970. */
  readonly storedAt: number
  readonly storedDetailsId: number | null
}

/**
 * Compares listens with the stored ones: those of the same track at the same time, or else the
 * matched ones. Of several listens to a track at one time it returns one.
 */
export async function compareListens(
  tx: Tx,
  listens: readonly MatchedListen[],
): Promise<{ fresh: readonly FreshListen[]; known: readonly KnownListen[] }> {
  const sent = unnest('sent', listens, {
    member_id: ['bigint', ({ memberId }) => memberId],
    named_id: ['bigint', ({ trackId }) => trackId],
    ms: ['float8', ({ listenedAt }) => Number(listenedAt)],
    details_id: ['integer', ({ detailsId }) => detailsId ?? null],
    matched: ['tid', ({ matched }) => matched ?? null],
  })
  // `limit 1` and `offset 0` make the planner look up each row: for a few of a long history it would
  // read all of it.
  const { rows } = await sql<FreshListen | KnownListen>`
    with arriving as materialized (
      select distinct on (member_id, listened_at, track_id) member_id, tracks.id as track_id, tracks.artist_id, ms,
        to_timestamp(ms / 1000.0) as listened_at, details_id, matched
      from ${sent}
      join tracks as named on named.id = named_id
      join tracks on tracks.id = coalesce(named.merged_into, named.id)
      order by member_id, listened_at, track_id, matched is null, details_id),
    compared as materialized (
      select *, coalesce(
        (select same.ctid from listens as same where same.member_id = arriving.member_id
          and same.listened_at = arriving.listened_at and same.track_id = arriving.track_id limit 1),
        matched) as place
      from arriving)
    select compared.member_id as "memberId", compared.track_id as "trackId", compared.artist_id as "artistId",
      details.album_id as "albumId", ms as "listenedAt", compared.details_id as "detailsId",
      place::text as "storedPlace", source as "storedSource", extract(epoch from stored.listened_at) * 1000 as "storedAt",
      stored.details_id as "storedDetailsId"
    from compared left join listen_details as details on details.id = compared.details_id
    left join lateral (
      select source, listened_at, details_id from listens where listens.ctid = place offset 0) as stored on true`.execute(
    tx,
  )
  return { fresh: rows.filter((listen) => !isKnown(listen)), known: rows.filter(isKnown) }
}

const isKnown = (listen: FreshListen | KnownListen): listen is KnownListen =>
  'storedPlace' in listen && listen.storedPlace !== null
