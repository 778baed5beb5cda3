import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { toBackOffMs } from '#server/queue/back-off.ts'
import { isRowDue } from '#server/queue/leased-rows.ts'
import { ServiceFailure } from '../service-failure.ts'
import { REJECTIONS_MAX } from './limits.ts'
import type { IgnoreReason } from './relay-failure.ts'
import type { BatchOutcome, RelayedListen, RelayedLove } from './relay-target.ts'
import { countIgnored, hasPending, type Relay, selectRelay, stopRelay } from './store.ts'

export interface Batch {
  readonly relay: Relay
  /** In the order in which they were accepted here. */
  readonly listens: readonly RelayedListen[]
  /** The oldest pending love, if no listen is pending: a service may know the track by its listen. */
  readonly love?: RelayedLove | undefined
}

/** Another process may take a relay after this time: longer than a request takes. */
const LEASE_MS = 90_000
const BACK_OFF = { firstMs: 60_000, longestMs: 6 * 3_600_000 }
const DAILY_LIMIT_PAUSE_MS = 2 * 3_600_000
/**
 * The maximum number of listens in a batch: track.scrobble's maximum; ListenBrainz accepts 1,000
 * with at most 10 kB each, but smaller batches lose less when rejected.
 */
const BATCH_MAX: Readonly<Record<Relay['service'], number>> = { lastfm: 50, listenbrainz: 100 }

export const isSending = sql<boolean>`(is_on and not is_stopped)`

/**
 * Takes the relay that is due longest and returns its next batch; undefined if none is due. The
 * batch is stored as in flight before it is sent: after a crash the same listens are sent again.
 */
export async function takeBatch(db: Db, now: Date): Promise<Batch | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Relay>`
      with due as materialized (
        select member_id, service from relays where ${isRowDue(now)} and ${isSending}
        order by due_at, member_id limit 1 for no key update skip locked)
      update relays set leased_until = ${new Date(now.getTime() + LEASE_MS)} from due
      where relays.member_id = due.member_id and relays.service = due.service
      returning ${selectRelay}`.execute(tx)
    const [relay] = rows
    if (relay === undefined) return undefined
    const listens = await listBatch(tx, relay)
    const love = listens.length > 0 ? undefined : await findLove(tx, relay)
    const isAny = listens.length > 0 || love !== undefined
    await sql`update relays set in_flight_to = ${listens.at(-1)?.id ?? null}::bigint,
        due_at = case when ${isAny}::boolean then due_at end,
        leased_until = case when ${isAny}::boolean then leased_until end
      where member_id = ${relay.memberId} and service = ${relay.service}`.execute(tx)
    return { relay, listens, love }
  })
}

async function findLove(tx: Tx, { memberId, service }: Relay): Promise<RelayedLove | undefined> {
  const { rows } = await sql<RelayedLove>`select id, artist, title, recording_mbid as "recordingMbid", score
    from relayed_loves where member_id = ${memberId} and service = ${service} order by id limit 1`.execute(tx)
  return rows[0]
}

async function listBatch(tx: Tx, relay: Relay): Promise<readonly RelayedListen[]> {
  const { memberId, service, inFlightTo, batchMax } = relay
  const max = Math.min(batchMax ?? BATCH_MAX[service], BATCH_MAX[service])
  const inFlight = inFlightTo === null ? sql`true` : sql`id <= ${inFlightTo}`
  const select = (condition: RawBuilder<unknown>) =>
    sql<Omit<RelayedListen, 'details'> & { details: ListenDetails | null }>`
      select id, listened_at as "listenedAt", artist, title, details from relayed_listens
      where member_id = ${memberId} and service = ${service} and ${condition} order by id limit ${max}`.execute(tx)
  const { rows } = await select(inFlight)
  const found = rows.length === 0 && inFlightTo !== null ? (await select(sql`true`)).rows : rows
  return found.map(({ details, ...row }) => ({ ...row, details: details ?? undefined }))
}

/** Whether the row is still the relay that was taken, neither unlinked nor linked anew meanwhile. */
const isSame = ({ memberId, service, linkedAt }: Relay) =>
  sql<boolean>`(member_id = ${memberId} and service = ${service} and linked_at = ${linkedAt}::timestamptz)`

/** Locks the relay of a batch and runs `change`, unless its listens belong to a new link. */
async function settle(db: Db, { relay }: Batch, change: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from relays where ${isSame(relay)} for no key update`.execute(tx)
    if (rows.length > 0) await change(tx)
  })
}

/** Deletes the listens that the service has accepted or ignored, and makes the rest due. */
export async function finishBatch(db: Db, batch: Batch, outcome: BatchOutcome, now: Date): Promise<void> {
  const { relay } = batch
  const { accepted, ignored, isLimitReached } = outcome
  const counts = new Map<IgnoreReason, number>()
  for (const [, reason] of ignored) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const nextAt = isLimitReached === true ? new Date(now.getTime() + DAILY_LIMIT_PAUSE_MS) : now
  const batchMax = relay.batchMax === null ? null : relay.batchMax * 2
  await settle(db, batch, async (tx) => {
    await sql`delete from relayed_listens where id = any(${[...accepted, ...ignored.map(([id]) => id)]}::bigint[])
      and member_id = ${relay.memberId} and service = ${relay.service}`.execute(tx)
    await countIgnored(tx, relay, counts)
    await sql`update relays set in_flight_to = null, leased_until = null, attempts = 0,
        rejections = case when ${accepted.length > 0}::boolean then 0
          else rejections + ${ignored.filter(([, reason]) => reason === 'rejected').length}::integer end,
        sent = sent + ${accepted.length}::bigint,
        last_sent_at = case when ${accepted.length > 0}::boolean then ${now}::timestamptz else last_sent_at end,
        batch_max = ${batchMax !== null && batchMax < BATCH_MAX[relay.service] ? batchMax : null}::integer,
        failure = case when ${isLimitReached === true}::boolean then 'daily_limit' end,
        failed_at = case when ${isLimitReached === true}::boolean then ${now}::timestamptz end,
        due_at = case when ${hasPending} then ${nextAt}::timestamptz end
      where member_id = ${relay.memberId} and service = ${relay.service}`.execute(tx)
  })
}

/** Deletes a love that the service has accepted or rejected, and makes the rest due. */
export async function finishLove(db: Db, batch: Batch, now: Date): Promise<void> {
  await settle(db, batch, async (tx) => {
    await sql`delete from relayed_loves where id = ${batch.love?.id ?? null}::bigint`.execute(tx)
    await sql`update relays set leased_until = null, attempts = 0, failure = null, failed_at = null,
        due_at = case when ${hasPending} then ${now}::timestamptz end
      where member_id = ${batch.relay.memberId} and service = ${batch.relay.service}`.execute(tx)
  })
}

/**
 * Halves a batch that the service has rejected; a single listen is deleted and counted. The next
 * batches are small until some are accepted. A service that rejects one listen after the other stops
 * the relay, so that the rest stays pending.
 */
export async function shrinkBatch(db: Db, batch: Batch, now: Date): Promise<void> {
  const { relay, listens } = batch
  const [first] = listens
  if (listens.length === 1 && first !== undefined) {
    if (relay.rejections + 1 >= REJECTIONS_MAX) return failBatch(db, batch, new ServiceFailure('all_rejected'), now)
    const rejected = { accepted: [], ignored: [[first.id, 'rejected']] } as const
    return finishBatch(db, { ...batch, relay: { ...relay, batchMax: 1 } }, rejected, now)
  }
  const half = Math.ceil(listens.length / 2)
  await sql`update relays set in_flight_to = ${listens[half - 1]?.id ?? null}, batch_max = ${half}, due_at = ${now},
      leased_until = null where ${isSame(relay)}`.execute(db)
}

/**
 * Stores a failure: the batch is sent again after a pause, or, if it lasts, when the member intervenes.
 */
export async function failBatch(db: Db, { relay }: Batch, failure: ServiceFailure, now: Date): Promise<void> {
  const { code, isPassing, retryAfterMs } = failure
  if (!isPassing) return db.transaction().execute((tx) => stopRelay(tx, relay, code, now))
  const dueAt = new Date(now.getTime() + toBackOffMs(relay.attempts, BACK_OFF, retryAfterMs))
  await sql`update relays set failure = ${code}, failed_at = ${now}, attempts = attempts + 1,
      due_at = ${dueAt}::timestamptz, leased_until = null where ${isSame(relay)}`.execute(db)
}

/** Ends the lease on a batch that was not sent, for a process that stops. */
export async function releaseBatch(db: Db, { relay }: Batch): Promise<void> {
  await sql`update relays set leased_until = null where ${isSame(relay)}`.execute(db)
}
