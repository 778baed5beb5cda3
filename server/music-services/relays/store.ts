import { sql } from 'kysely'
import { insertRelayActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { CamelRow } from '#server/db/tables/columns.ts'
import type { MusicServicesTables } from '#server/db/tables/music-services.ts'
import { type ServiceName, titles } from '../accounts/open-source.ts'
import type { ServiceFailureCode } from '../service-failure.ts'
import { LASTFM_AGE_MS, REJECTIONS_MAX } from './limits.ts'
import type { IgnoreReason } from './relay-failure.ts'

export type Relay = Omit<CamelRow<MusicServicesTables['relays']>, 'leasedUntil'>

export interface RelayState extends Relay {
  readonly ignored: Readonly<Partial<Record<IgnoreReason, number>>>
  readonly pending: number
}

type NewRelay = Pick<Relay, 'memberId' | 'service' | 'account' | 'baseUrl' | 'secret' | 'peer'>

export const selectRelay = sql`relays.member_id as "memberId", relays.service, account, base_url as "baseUrl", secret, peer,
  is_on as "isOn", linked_at as "linkedAt", due_at as "dueAt", attempts, failure, failed_at as "failedAt", is_stopped as "isStopped",
  in_flight_to as "inFlightTo", batch_max as "batchMax", rejections, last_sent_at as "lastSentAt", sent, ignored`

/**
 * Links an account, switched on. Listens that are pending for the same account are sent to it;
 * those for another account are deleted.
 */
export async function insertRelay(tx: Tx, relay: NewRelay, now: Date): Promise<void> {
  const { memberId, service, account, baseUrl, secret, peer } = relay
  await sql`delete from relays where member_id = ${memberId} and service = ${service}
    and (lower(account) <> lower(${account}) or base_url is distinct from ${baseUrl}::text)`.execute(tx)
  await sql`insert into relays (member_id, service, account, base_url, secret, peer, linked_at)
    values (${memberId}, ${service}, ${account}, ${baseUrl}, ${secret}, ${peer}, ${now})
    on conflict (member_id, service) do update set account = excluded.account, secret = excluded.secret,
      peer = excluded.peer, linked_at = excluded.linked_at, is_on = true, is_stopped = false, failure = null,
      failed_at = null, attempts = 0, leased_until = null,
      rejections = least(relays.rejections, ${REJECTIONS_MAX - 2}::integer),
      due_at = case when ${hasPending} then excluded.linked_at end`.execute(tx)
}

/** Whether a row of `relays` has listens or loves to send. */
export const hasPending = sql`(exists (select from relayed_listens
  where relayed_listens.member_id = relays.member_id and relayed_listens.service = relays.service)
  or exists (select from relayed_loves
    where relayed_loves.member_id = relays.member_id and relayed_loves.service = relays.service))`

/** Deletes a relay with its secret and its pending listens. */
export async function deleteRelay(tx: Tx, memberId: number, service: ServiceName): Promise<void> {
  await sql`delete from relays where member_id = ${memberId} and service = ${service}`.execute(tx)
}

/**
 * Switches a relay on or off. Switching it off deletes its pending listens. Returns false if there
 * is none.
 */
export async function updateRelaySwitch(
  tx: Tx,
  memberId: number,
  service: ServiceName,
  isOn: boolean,
): Promise<boolean> {
  const { rows } = await sql`update relays set is_on = ${isOn}, failure = null, failed_at = null, is_stopped = false,
      attempts = 0, due_at = null, in_flight_to = null, rejections = 0
    where member_id = ${memberId} and service = ${service} and is_on <> ${isOn} returning 1`.execute(tx)
  if (rows.length > 0 && !isOn) {
    for (const pending of ['relayed_listens', 'relayed_loves'])
      await sql`delete from ${sql.table(pending)} where member_id = ${memberId} and service = ${service}`.execute(tx)
  }
  return rows.length > 0 || (await hasRelay(tx, memberId, service))
}

const hasRelay = async (db: Db, memberId: number, service: ServiceName): Promise<boolean> =>
  (await sql`select from relays where member_id = ${memberId} and service = ${service}`.execute(db)).rows.length > 0

/**
 * Makes pending listens due now, also after a lasting failure. After one that rejects each listen, the
 * next rejected one is dropped, and the one after it stops the relay again. Returns false if there is
 * no relay.
 */
export async function resumeRelay(tx: Tx, memberId: number, service: ServiceName, now: Date): Promise<boolean> {
  const { rows } = await sql`update relays set is_stopped = false,
      rejections = least(rejections, ${REJECTIONS_MAX - 2}::integer),
      due_at = case when is_on and ${hasPending} then ${now}::timestamptz end
    where member_id = ${memberId} and service = ${service} returning 1`.execute(tx)
  return rows.length > 0
}

export async function listRelays(db: Db, memberId: number): Promise<readonly RelayState[]> {
  const { rows } = await sql<RelayState>`select ${selectRelay}, (
      select count(*) from relayed_listens where relayed_listens.member_id = relays.member_id and relayed_listens.service = relays.service) as pending
    from relays where member_id = ${memberId} order by service`.execute(db)
  return rows
}

export async function listActiveRelays(db: Db, memberId: number): Promise<readonly Relay[]> {
  const { rows } = await sql<Relay>`select ${selectRelay} from relays
    where member_id = ${memberId} and is_on and not is_stopped order by service`.execute(db)
  return rows
}

export async function countIgnored(
  tx: Tx,
  { memberId, service }: Pick<Relay, 'memberId' | 'service'>,
  counts: ReadonlyMap<IgnoreReason, number>,
): Promise<void> {
  for (const [reason, count] of counts) {
    await sql`update relays set ignored = ignored ||
        jsonb_build_object(${reason}::text, coalesce((ignored ->> ${reason}::text)::bigint, 0) + ${count}::bigint)
      where member_id = ${memberId} and service = ${service}`.execute(tx)
  }
}

/** Stops a relay until its member intervenes, unless it was linked anew meanwhile, and notifies the member. */
export async function stopRelay(
  tx: Tx,
  { memberId, service, linkedAt }: Relay,
  code: ServiceFailureCode,
  now: Date,
): Promise<void> {
  const { rows } = await sql`update relays set is_stopped = true, failure = ${code}, failed_at = ${now}, due_at = null,
      leased_until = null, attempts = attempts + 1
    where member_id = ${memberId} and service = ${service} and linked_at = ${linkedAt}::timestamptz and not is_stopped
    returning 1`.execute(tx)
  if (rows.length > 0) await insertRelayActivity(tx, memberId, titles[service], now)
}

/** The maximum age of pending listens: a service that does not respond for so long has closed. */
const PENDING_AGE_DAYS = 30

/** Deletes listens and loves that have been pending for too long, and counts the listens. */
export async function deleteOldPending(tx: Tx, now: Date): Promise<void> {
  const added = new Date(now.getTime() - PENDING_AGE_DAYS * 86_400_000)
  const listened = new Date(now.getTime() - LASTFM_AGE_MS)
  await sql`delete from relayed_loves where added_at < ${added}::timestamptz`.execute(tx)
  await sql`with deleted as (
      delete from relayed_listens where added_at < ${added}::timestamptz
        or (service = 'lastfm' and listened_at < ${listened}::timestamptz)
      returning member_id, service),
    counted as (select member_id, service, count(*) as listens from deleted group by member_id, service)
    update relays set ignored = ignored ||
      jsonb_build_object('too_old', coalesce((ignored ->> 'too_old')::bigint, 0) + counted.listens)
    from counted where relays.member_id = counted.member_id and relays.service = counted.service`.execute(tx)
}
