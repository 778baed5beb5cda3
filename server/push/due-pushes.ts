import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** A push to send, with the subscription that it is for. */
export interface Push {
  readonly subscriptionId: number
  readonly tag: string
  readonly activityId: number
  /** Set for likes. */
  readonly broadcastId: number | null
  readonly causedAt: Date
  readonly version: number
  /** The number of failures before this attempt. */
  readonly attempts: number
  /** Whether a push of this tag was sent not long ago. */
  readonly isRepeated: boolean
  readonly memberId: number
  readonly endpoint: string
  readonly host: string
  readonly p256dh: string
  readonly auth: string
}

/** Another process may take a push after this time: longer than both of its requests may take. */
const LEASE_MS = 60_000
/** Candidates are chosen among the pushes that are due longest. */
const WINDOW = 1000

const isDue = (now: Date) => sql<boolean>`(pushes.due_at <= ${now}::timestamptz
  and (pushes.leased_until is null or pushes.leased_until <= ${now}::timestamptz))`
const isOpen = (now: Date) => sql<boolean>`(push_subscriptions.paused_until is null
  or push_subscriptions.paused_until <= ${now}::timestamptz)`

/** Selects a row if a push is due. */
export const findDuePush = (now: Date): RawBuilder<unknown> => sql`select from pushes
  join push_subscriptions on push_subscriptions.id = pushes.subscription_id
  where ${isDue(now)} and ${isOpen(now)}`

/** The number of pushes to take. */
export interface Places {
  readonly max: number
  /** The maximum for one push service, and the number of those already taken. */
  readonly hostMax: number
  readonly taken: ReadonlyMap<string, number>
}

/**
 * Takes due pushes, those due longest first, for a lease, and returns them. A push service has at
 * most `hostMax` of them, so that one that does not respond delays no other.
 */
export async function takePushes(db: Db, places: Places, now: Date): Promise<readonly Push[]> {
  const full = [...places.taken].filter(([, taken]) => taken >= places.hostMax).map(([host]) => host)
  const { rows } = await sql<Push>`
    with oldest as materialized (
      select pushes.subscription_id, pushes.tag, pushes.due_at, push_subscriptions.host
      from pushes join push_subscriptions on push_subscriptions.id = pushes.subscription_id
      where ${isDue(now)} and ${isOpen(now)} and push_subscriptions.host <> all(${full}::text[])
      order by pushes.due_at limit ${WINDOW}),
    numbered as materialized (
      select subscription_id, tag, due_at, host, row_number() over (partition by host order by due_at) as place
      from oldest),
    candidates as materialized (
      select subscription_id, tag from numbered
      left join unnest(${[...places.taken.keys()]}::text[], ${[...places.taken.values()]}::integer[]) as taken (host, number)
        using (host)
      where place <= ${places.hostMax} - coalesce(taken.number, 0)
      order by due_at limit ${places.max}),
    locked as materialized (
      select pushes.subscription_id, pushes.tag from pushes join candidates using (subscription_id, tag)
      where ${isDue(now)} for no key update of pushes skip locked)
    update pushes set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    from locked join push_subscriptions on push_subscriptions.id = locked.subscription_id
    where pushes.subscription_id = locked.subscription_id and pushes.tag = locked.tag
    returning pushes.subscription_id as "subscriptionId", pushes.tag, activity_id as "activityId",
      broadcast_id as "broadcastId", caused_at as "causedAt", version, attempts,
      pushes.paused_until is not null as "isRepeated", member_id as "memberId", endpoint, host, p256dh, auth`.execute(
    db,
  )
  return rows
}

const isSame = ({ subscriptionId, tag }: Push) =>
  sql<boolean>`pushes.subscription_id = ${subscriptionId} and pushes.tag = ${tag}`

/**
 * Deletes a push that was sent, or need not be. If there was another cause meanwhile, it is due
 * again. With `pauseMs` the row remains, and delays the next push of its tag.
 */
export async function finishPush(db: Db, push: Push, now: Date, pauseMs = 0): Promise<void> {
  if (pauseMs > 0) {
    const pausedUntil = new Date(now.getTime() + pauseMs)
    await sql`update pushes set paused_until = ${pausedUntil}::timestamptz, leased_until = null, attempts = 0,
      due_at = case when version <> ${push.version} then ${pausedUntil}::timestamptz end where ${isSame(push)}`.execute(
      db,
    )
    return
  }
  const { numAffectedRows } = await sql`delete from pushes
    where ${isSame(push)} and version = ${push.version}`.execute(db)
  if (numAffectedRows === 0n) {
    await sql`update pushes set due_at = ${now}, leased_until = null, attempts = 0 where ${isSame(push)}`.execute(db)
  }
}

/** Makes a push that failed due again at `dueAt`. */
export async function deferPush(db: Db, push: Push, dueAt: Date): Promise<void> {
  await sql`update pushes set due_at = ${dueAt}, leased_until = null, attempts = attempts + 1
    where ${isSame(push)}`.execute(db)
}

/** Ends the lease of a push that was not sent, for a process that stops. */
export async function releasePush(db: Db, push: Push): Promise<void> {
  await sql`update pushes set leased_until = null where ${isSame(push)}`.execute(db)
}

/** Lets a subscription pause, as its push service has requested. */
export async function pauseSubscription(db: Db, { subscriptionId }: Push, until: Date): Promise<void> {
  await sql`update push_subscriptions set paused_until = ${until} where id = ${subscriptionId}`.execute(db)
}

/** The time is stored with this precision, in ms: most pushes need no further write. */
const PUSHED_AT_EVERY_MS = 10 * 60_000

/** Records that the push service has accepted a push. */
export async function recordAccepted(db: Db, { subscriptionId }: Push, now: Date): Promise<void> {
  await sql`update push_subscriptions set pushed_at = ${now}, rejections = 0 where id = ${subscriptionId}
    and (rejections > 0 or pushed_at is null or pushed_at < ${new Date(now.getTime() - PUSHED_AT_EVERY_MS)})`.execute(
    db,
  )
}

/** Counts a push that was rejected for good; after `max` in a row the subscription ends. */
export async function recordRejected(db: Db, { subscriptionId }: Push, max: number): Promise<void> {
  await sql`update push_subscriptions set rejections = rejections + 1 where id = ${subscriptionId}`.execute(db)
  await sql`delete from push_subscriptions where id = ${subscriptionId} and rejections >= ${max}`.execute(db)
}

/** Deletes a subscription, and its pushes by cascade. */
export async function deleteSubscription(db: Db, { subscriptionId }: Push): Promise<void> {
  await sql`delete from push_subscriptions where id = ${subscriptionId}`.execute(db)
}

/** Makes all due pushes due again at `dueAt`: this server cannot send at all. */
export async function deferDuePushes(db: Db, now: Date, dueAt: Date): Promise<void> {
  await sql`update pushes set due_at = ${dueAt} where ${isDue(now)}`.execute(db)
}

/** No push is sent after this time: longer than the time of any kind. */
const AGE_MAX_MS = 7 * 86_400_000

/**
 * Deletes the rows of sent pushes after their pause, and pushes that are too old to be sent.
 */
export async function deleteSentPushes(db: Db, now: Date): Promise<void> {
  await sql`delete from pushes where (due_at is null and paused_until <= ${now})
    or caused_at < ${new Date(now.getTime() - AGE_MAX_MS)}`.execute(db)
}
