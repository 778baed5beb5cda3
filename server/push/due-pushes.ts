import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isRowDue } from '#server/queue/leased-rows.ts'

export interface Push {
  readonly subscriptionId: number
  readonly tag: string
  readonly activityId: number
  /** Set for likes. */
  readonly broadcastId: number | null
  readonly causedAt: Date
  readonly version: number
  /** The failures before this attempt. */
  readonly attempts: number
  /** Whether its latest cause is within the pause after a push with its tag. */
  readonly isRepeated: boolean
  readonly memberId: number
  readonly endpoint: string
  readonly host: string
  readonly p256dh: string
  readonly auth: string
  /** This server's public key when the push was taken. */
  readonly publicKey: string | null
}

/** Another process may take a push after this time: longer than both its requests may take. */
const LEASE_MS = 60_000

const isOpen = (now: Date) => sql<boolean>`(push_subscriptions.paused_until is null
  or push_subscriptions.paused_until <= ${now}::timestamptz)`

export const findDuePush = (now: Date): RawBuilder<unknown> => sql`select from pushes
  join push_subscriptions on push_subscriptions.id = pushes.subscription_id
  where ${isRowDue(now)} and ${isOpen(now)}`

export interface PushBatch {
  readonly max: number
  /** Push services, then members, with their full share in flight. */
  readonly fullHosts: readonly string[]
  readonly fullMembers: readonly number[]
}

/** Takes due pushes, those due longest first, for a lease, and returns them. */
export async function takePushes(
  db: Db,
  { max, fullHosts, fullMembers }: PushBatch,
  now: Date,
): Promise<readonly Push[]> {
  const { rows } = await markPrepared(sql<Push>`
    with due as materialized (
      select pushes.subscription_id, pushes.tag
      from pushes join push_subscriptions on push_subscriptions.id = pushes.subscription_id
      where ${isRowDue(now)} and ${isOpen(now)} and host <> all(${fullHosts}::text[])
        and member_id <> all(${fullMembers}::bigint[])
      order by pushes.due_at limit ${max} for no key update of pushes skip locked)
    update pushes set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    from due join push_subscriptions on push_subscriptions.id = due.subscription_id
    where pushes.subscription_id = due.subscription_id and pushes.tag = due.tag
    returning pushes.subscription_id as "subscriptionId", pushes.tag, activity_id as "activityId",
      broadcast_id as "broadcastId", caused_at as "causedAt", version, attempts,
      coalesce(caused_at < pushes.paused_until, false) as "isRepeated", member_id as "memberId",
      endpoint, host, p256dh, auth,
      (select public_key from vapid_keys) as "publicKey"`).execute(db)
  return rows
}

/** Makes all due pushes due again at `dueAt`: this server cannot send at all. */
export async function deferDuePushes(db: Db, now: Date, dueAt: Date): Promise<void> {
  await sql`update pushes set due_at = ${dueAt} where ${isRowDue(now)}`.execute(db)
}

/** No push is sent after this time: longer than any kind's time. */
const AGE_MAX_MS = 7 * 86_400_000

/** Deletes sent pushes' rows after their pause, and pushes that are too old to be sent. */
export async function deleteSentPushes(db: Db, now: Date): Promise<void> {
  await sql`delete from pushes where (due_at is null and paused_until <= ${now})
    or caused_at < ${new Date(now.getTime() - AGE_MAX_MS)}`.execute(db)
}
