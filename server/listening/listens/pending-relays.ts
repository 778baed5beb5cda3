import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import type { TrackName } from '../catalogue/catalogue.ts'
import { type Deleted, isInRange } from './delete-listens.ts'
import type { ListenDetails } from './listen-details.ts'
import type { ListenKey } from './listen-id.ts'

/*
 * Listens that wait for a relay (`relayed_listens`) follow their member's changes. A listen that is
 * being sent at that moment is not called back. The caller has locked the member's listens.
 */

/** Deletes listens that wait for a relay: in a time range, or single ones. */
export async function deletePending(tx: Tx, memberId: number, which: Deleted): Promise<void> {
  if (!(await lockRelays(tx, memberId))) return
  const isDeleted = 'from' in which ? isInRange(which) : isOneOf(which.listens)
  await sql`delete from relayed_listens where member_id = ${memberId} and ${isDeleted}`.execute(tx)
}

interface RenamedListen extends ListenKey {
  readonly to: TrackName & { readonly trackId: number }
}

/** Gives listens that wait for a relay the names and details to which they are corrected. */
export async function renamePending(
  tx: Tx,
  memberId: number,
  listens: readonly RenamedListen[],
  correct: (details: ListenDetails) => ListenDetails,
): Promise<void> {
  if (!(await lockRelays(tx, memberId))) return
  const { rows } = await sql<{ id: number; details: ListenDetails | null; place: number }>`
    select relayed_listens.id, details, place::int from relayed_listens
    join unnest(${listens.map(({ micros }) => micros)}::bigint[], ${listens.map(({ trackId }) => trackId)}::bigint[])
      with ordinality as single (micros, id, place) on ${isSingle}
    where member_id = ${memberId}`.execute(tx)
  const to = rows.map(({ place }) => listens[place - 1]?.to)
  await sql`update relayed_listens set track_id = correction.track_id, artist = correction.artist, title = correction.title,
      details = correction.details::jsonb
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${to.map((names) => names?.trackId)}::bigint[],
      ${to.map((names) => names?.artist)}::text[], ${to.map((names) => names?.title)}::text[],
      ${rows.map(({ details }) => details && JSON.stringify(correct(details)))}::text[])
      as correction (id, track_id, artist, title, details)
    where relayed_listens.id = correction.id`.execute(tx)
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

/** Whether a listen that waits is the one in a row `single (micros, id)`. */
const isSingle = sql`listened_at = ${fromMicros(sql`micros`)} and (track_id is null or single.id
  = (select coalesce(merged_into, tracks.id) from tracks where tracks.id = track_id))`

const isOneOf = (listens: readonly ListenKey[]): RawBuilder<unknown> => sql`exists (
  select from unnest(${listens.map(({ micros }) => micros)}::bigint[], ${listens.map(({ trackId }) => trackId)}::bigint[])
    as single (micros, id)
  where ${isSingle})`
