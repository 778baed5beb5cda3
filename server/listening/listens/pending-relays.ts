import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import type { TrackName } from '../catalogue/catalogue.ts'
import type { ListenDetails } from './listen-details.ts'
import type { ListenKey } from './listen-id.ts'

/*
 * Listens that wait for a relay (`relayed_listens`) follow the changes of their member. A listen
 * that is being sent at that moment is not called back. The caller has locked the member's listens.
 */

/** Deletes listens that wait for a relay: of a time range, or single ones. */
export async function deletePending(
  tx: Tx,
  memberId: number,
  which: { readonly from: Date; readonly until: Date } | { readonly listens: readonly ListenKey[] },
): Promise<void> {
  if (!(await lockRelays(tx, memberId))) return
  const isDeleted =
    'from' in which
      ? sql`listened_at >= ${which.from}::timestamptz and listened_at < ${which.until}::timestamptz`
      : isOneOf(which.listens)
  await sql`delete from relayed_listens where member_id = ${memberId} and ${isDeleted}`.execute(tx)
}

interface Renamed extends TrackName {
  readonly trackId: number
  readonly correct: (details: ListenDetails) => ListenDetails
}

/** Gives listens that wait for a relay the names and details to which they are corrected. */
export async function renamePending(
  tx: Tx,
  memberId: number,
  listens: readonly ListenKey[],
  { trackId, artist, title, correct }: Renamed,
): Promise<void> {
  if (!(await lockRelays(tx, memberId))) return
  const { rows } = await sql<{ id: number; details: ListenDetails | null }>`
    select id, details from relayed_listens where member_id = ${memberId} and ${isOneOf(listens)}`.execute(tx)
  await sql`update relayed_listens set track_id = ${trackId}, artist = ${artist}, title = ${title}, details = given.details::jsonb
    from unnest(${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ details }) => details && JSON.stringify(correct(details)))}::text[]) as given (id, details)
    where relayed_listens.id = given.id`.execute(tx)
}

/**
 * Locks a member's relays in the order in which a batch that is finished, or queued, locks them.
 * Returns whether there are any.
 */
async function lockRelays(tx: Tx, memberId: number): Promise<boolean> {
  const { rows } = await sql`select from relays where member_id = ${memberId} order by service
    for no key update`.execute(tx)
  return rows.length > 0
}

const isOneOf = (listens: readonly ListenKey[]): RawBuilder<unknown> => sql`exists (
  select from unnest(${listens.map(({ micros }) => micros)}::bigint[], ${listens.map(({ trackId }) => trackId)}::bigint[])
    as single (micros, id)
  where listened_at = ${fromMicros(sql`micros`)} and (track_id is null or single.id
    = (select coalesce(merged_into, tracks.id) from tracks where tracks.id = track_id)))`
