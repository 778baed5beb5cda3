import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { SOURCE_NUMBERS } from '#server/listening/listens/sources.ts'
import type { ServiceName } from '../accounts/open-source.ts'
import { isEcho } from './echo.ts'
import { LASTFM_AGE_MS, PENDING_MAX, type RelayConfig } from './limits.ts'
import type { IgnoreReason } from './relay-failure.ts'
import { toRelayName } from './secrets.ts'
import { countIgnored } from './store.ts'

interface AddedScrobble {
  readonly memberId: number
  readonly trackId: number
  readonly listenedAt: Date
  readonly artist: string
  readonly title: string
  readonly details: ListenDetails | undefined
}

interface OpenRelay {
  readonly memberId: number
  readonly service: ServiceName
  readonly peer: string | null
  readonly pending: number
}

/**
 * Queues scrobbles for their members' relays, before they are added to the listens in this
 * transaction: a scrobble that a player sends again is known by then, and not queued again. The
 * caller has locked the members' listens.
 */
export async function queueRelayedListens(
  tx: Tx,
  { secretKey }: RelayConfig,
  scrobbles: readonly AddedScrobble[],
  now: Date,
): Promise<void> {
  if (scrobbles.length === 0 || secretKey === null) return
  const relays = await lockRelays(tx, [...new Set(scrobbles.map(({ memberId }) => memberId))])
  if (relays.length === 0) return
  const ownName = toRelayName(secretKey)
  const pairs = relays.flatMap((relay) =>
    scrobbles
      .filter(({ memberId, details }) => memberId === relay.memberId && !isEcho(details, relay, ownName))
      .map((scrobble) => ({ ...scrobble, relay })),
  )
  const fresh = await selectNew(tx, pairs)
  await insertPending(tx, (await Promise.all(relays.map((relay) => admitListens(tx, relay, fresh, now)))).flat(), now)
}

type Pair = AddedScrobble & { readonly relay: OpenRelay }

/**
 * Locks the relays that are switched on. The lock orders this transaction and the one that finishes
 * a batch: one of the two sees that listens are pending.
 */
async function lockRelays(tx: Tx, memberIds: readonly number[]): Promise<readonly OpenRelay[]> {
  const { rows } = await sql<Omit<OpenRelay, 'pending'>>`select member_id as "memberId", service, peer from relays
    where member_id = any(${memberIds}::bigint[]) and is_on order by member_id, service for no key update`.execute(tx)
  if (rows.length === 0) return []
  const { rows: counts } = await sql<{ pending: number }>`select (select count(*) from (
      select from relayed_listens as each where each.member_id = pair.member_id and each.service = pair.service
      limit ${sql.lit(PENDING_MAX)}) as counted) as pending
    from unnest(${rows.map((row) => row.memberId)}::bigint[], ${rows.map((row) => row.service)}::text[])
      with ordinality as pair (member_id, service, place) order by place`.execute(tx)
  return rows.map((row, place) => ({ ...row, pending: counts[place]?.pending ?? 0 }))
}

/**
 * Returns the pairs with a scrobble that is not known yet, without repeats among them. What was
 * read from ListenBrainz (source `listenbrainz`) is known to ListenBrainz, within the minute in
 * which two sources mean the same play, but not to Last.fm. What was played here (source `library`)
 * was queued.
 */
async function selectNew(tx: Tx, pairs: readonly Pair[]): Promise<readonly Pair[]> {
  if (pairs.length === 0) return []
  const { listenbrainz: readBack, library } = SOURCE_NUMBERS
  const { rows } = await sql<{ place: number }>`
    select distinct on (member_id, service, listened_at, tracks.id) place
    from unnest(${pairs.map((pair) => pair.memberId)}::bigint[], ${pairs.map((pair) => pair.relay.service)}::text[],
      ${pairs.map((pair) => pair.trackId)}::bigint[], ${pairs.map((pair) => pair.listenedAt)}::timestamptz[])
      with ordinality as pair (member_id, service, named_id, listened_at, place)
    join tracks as named on named.id = named_id
    join tracks on tracks.id = coalesce(named.merged_into, named.id)
    where not exists (select from listens
      where listens.member_id = pair.member_id and listens.track_id = tracks.id and listens.listened_at
        between pair.listened_at - interval '60 seconds' and pair.listened_at + interval '60 seconds'
      and case listens.source when ${readBack} then service = 'listenbrainz' when ${library} then true
        else listens.listened_at = pair.listened_at end)
      and not exists (select from changed_listens where changed_listens.member_id = pair.member_id
        and changed_listens.listened_at = pair.listened_at and changed_listens.track_id = tracks.id)
    order by member_id, service, listened_at, tracks.id, place`.execute(tx)
  return rows
    .map((row) => row.place)
    .toSorted((a, b) => a - b)
    .flatMap((place) => pairs[place - 1] ?? [])
}

/** Returns the pairs that the relay takes, and counts the others by reason. */
async function admitListens(tx: Tx, relay: OpenRelay, fresh: readonly Pair[], now: Date): Promise<readonly Pair[]> {
  const isTooOld = ({ listenedAt }: AddedScrobble) =>
    relay.service === 'lastfm' && listenedAt.getTime() < now.getTime() - LASTFM_AGE_MS
  const own = fresh.filter((pair) => pair.relay === relay)
  const recent = own.filter((pair) => !isTooOld(pair))
  const admitted = recent.slice(0, Math.max(0, PENDING_MAX - relay.pending))
  const counts = new Map<IgnoreReason, number>()
  if (recent.length < own.length) counts.set('too_old', own.length - recent.length)
  if (admitted.length < recent.length) counts.set('queue_full', recent.length - admitted.length)
  await countIgnored(tx, relay, counts)
  return admitted
}

async function insertPending(tx: Tx, pairs: readonly Pair[], now: Date): Promise<void> {
  if (pairs.length === 0) return
  await sql`insert into relayed_listens (member_id, service, listened_at, track_id, artist, title, details)
    select member_id, service, listened_at, track_id, artist, title, details::jsonb
    from unnest(${pairs.map((pair) => pair.memberId)}::bigint[], ${pairs.map((pair) => pair.relay.service)}::text[],
      ${pairs.map((pair) => pair.listenedAt)}::timestamptz[], ${pairs.map((pair) => pair.trackId)}::bigint[],
      ${pairs.map((pair) => pair.artist)}::text[], ${pairs.map((pair) => pair.title)}::text[],
      ${pairs.map(({ details }) => (details === undefined ? null : JSON.stringify(details)))}::text[])
      with ordinality as pair (member_id, service, listened_at, track_id, artist, title, details, place)
    order by place`.execute(tx)
  const relays = [...new Set(pairs.map((pair) => pair.relay))]
  // A pause after a failure remains.
  await sql`update relays set due_at = ${now} from unnest(${relays.map((relay) => relay.memberId)}::bigint[],
      ${relays.map((relay) => relay.service)}::text[]) as pair (member_id, service)
    where relays.member_id = pair.member_id and relays.service = pair.service
      and due_at is null and not is_stopped`.execute(tx)
}
