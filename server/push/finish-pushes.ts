import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { Push } from './due-pushes.ts'

const isSame = ({ subscriptionId, tag }: Push) =>
  sql<boolean>`pushes.subscription_id = ${subscriptionId} and pushes.tag = ${tag}`

/** A push that was sent, or need not be. */
export interface FinishedPush {
  readonly push: Push
  readonly isAccepted: boolean
}

/**
 * Deletes pushes that were sent, or need not be, and records those that were accepted. If a push
 * had another cause meanwhile, its row is due again. Rows that another transaction has locked are
 * skipped, since two transactions could wait for each other. Returns for each whether it is done.
 */
export async function finishPushes(db: Db, finished: readonly FinishedPush[], now: Date): Promise<readonly boolean[]> {
  const { rows } = await markPrepared(sql<{ place: number }>`
    with locked as materialized (
      select pushes.subscription_id, pushes.tag, place, pushes.version = sent.version as is_latest, is_accepted
      from pushes join unnest(${finished.map(({ push }) => push.subscriptionId)}::bigint[],
        ${finished.map(({ push }) => push.tag)}::text[], ${finished.map(({ push }) => push.version)}::integer[],
        ${finished.map(({ isAccepted }) => isAccepted)}::boolean[])
        with ordinality as sent (subscription_id, tag, version, is_accepted, place) using (subscription_id, tag)
      for update of pushes skip locked),
    deleted as (delete from pushes using locked where is_latest
      and pushes.subscription_id = locked.subscription_id and pushes.tag = locked.tag),
    again as (update pushes set due_at = ${now}::timestamptz, leased_until = null, attempts = 0 from locked
      where not is_latest and pushes.subscription_id = locked.subscription_id and pushes.tag = locked.tag),
    accepted as (${updateAccepted(sql`select subscription_id from locked where is_accepted`, now)})
    select place from locked`).execute(db)
  const done = new Set(rows.map(({ place }) => place))
  return finished.map((_, index) => done.has(index + 1))
}

/** Does the same for one push, when its row is free. */
export async function finishLocked(db: Db, { push, isAccepted }: FinishedPush, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`delete from pushes
    where ${isSame(push)} and version = ${push.version}`.execute(db)
  if (numAffectedRows === 0n) {
    await sql`update pushes set due_at = ${now}, leased_until = null, attempts = 0 where ${isSame(push)}`.execute(db)
  }
  if (isAccepted) await recordAccepted(db, push, now)
}

/** Retains an accepted push's row for `pauseMs`, in which it delays the next push with its tag. */
export async function pauseTag(db: Db, push: Push, now: Date, pauseMs: number): Promise<void> {
  const pausedUntil = new Date(now.getTime() + pauseMs)
  await sql`update pushes set paused_until = ${pausedUntil}::timestamptz, leased_until = null, attempts = 0,
    due_at = case when version <> ${push.version} then ${pausedUntil}::timestamptz end
      where ${isSame(push)}`.execute(db)
  await recordAccepted(db, push, now)
}

/** Makes a push that failed due again at `dueAt`. */
export async function deferPush(db: Db, push: Push, dueAt: Date): Promise<void> {
  await sql`update pushes set due_at = ${dueAt}, leased_until = null, attempts = attempts + 1
    where ${isSame(push)}`.execute(db)
}

/** Ends the lease on a push that was not sent, for a process that stops. */
export async function releasePush(db: Db, push: Push): Promise<void> {
  await sql`update pushes set leased_until = null where ${isSame(push)}`.execute(db)
}

/** Selects a push's subscription, unless the browser has replaced its endpoint meanwhile. */
const isSubscription = ({ subscriptionId, endpoint }: Push) =>
  sql<boolean>`id = ${subscriptionId} and endpoint = ${endpoint}`

/** Lets a subscription pause, as its push service has requested. */
export async function pauseSubscription(db: Db, push: Push, until: Date): Promise<void> {
  await sql`update push_subscriptions set paused_until = ${until} where ${isSubscription(push)}`.execute(db)
}

/** The time is stored with this precision, in ms. */
const PUSHED_AT_EVERY_MS = 10 * 60_000

/** Records that a push service has accepted pushes to subscriptions, unless they are locked. */
const updateAccepted = (selectIds: ReturnType<typeof sql>, now: Date) => sql`
  update push_subscriptions set pushed_at = ${now}::timestamptz, rejections = 0 where id in (
    select id from push_subscriptions where id in (${selectIds}) and (rejections > 0 or pushed_at is null
      or pushed_at < ${new Date(now.getTime() - PUSHED_AT_EVERY_MS)}::timestamptz) for no key update skip locked)`

async function recordAccepted(db: Db, { subscriptionId }: Push, now: Date): Promise<void> {
  await updateAccepted(sql`select ${subscriptionId}::bigint`, now).execute(db)
}

/** Counts a push that was rejected for good; after `max` in a row the subscription ends. */
export async function recordRejected(db: Db, push: Push, max: number): Promise<void> {
  await sql`update push_subscriptions set rejections = rejections + 1 where ${isSubscription(push)}`.execute(db)
  await sql`delete from push_subscriptions where ${isSubscription(push)} and rejections >= ${max}`.execute(db)
}

/** Deletes a subscription, and its pushes by cascade. */
export async function deleteSubscription(db: Db, push: Push): Promise<void> {
  await sql`delete from push_subscriptions where ${isSubscription(push)}`.execute(db)
}
