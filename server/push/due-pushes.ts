import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'

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
  /** The public key of this server when the push was taken. */
  readonly publicKey: string | null
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

/** The numbers of pushes to take, and of those in flight. */
export interface Places {
  readonly max: number
  /** The maximum for one push service. */
  readonly hostMax: number
  /** The maximum for one member. */
  readonly memberMax: number
  readonly hosts: ReadonlyMap<string, number>
  readonly members: ReadonlyMap<number, number>
}

/**
 * Takes due pushes, those due longest first, for a lease, and returns them. One push service and
 * one member have a share of them, so that neither a service that does not respond nor a member
 * with many devices delays others. A member's share is applied first: what it leaves out must not
 * use up the share of a service.
 */
export async function takePushes(db: Db, places: Places, now: Date): Promise<readonly Push[]> {
  const { max, hostMax, memberMax, hosts, members } = places
  const fullHosts = [...hosts].filter(([, taken]) => taken >= hostMax).map(([host]) => host)
  const fullMembers = [...members].filter(([, taken]) => taken >= memberMax).map(([id]) => id)
  const { rows } = await markPrepared(sql<Push>`
    with oldest as materialized (
      select pushes.subscription_id, pushes.tag, pushes.due_at, push_subscriptions.host, push_subscriptions.member_id
      from pushes join push_subscriptions on push_subscriptions.id = pushes.subscription_id
      where ${isDue(now)} and ${isOpen(now)} and push_subscriptions.host <> all(${fullHosts}::text[])
        and push_subscriptions.member_id <> all(${fullMembers}::bigint[])
      order by pushes.due_at limit ${sql.lit(WINDOW)}),
    of_members as materialized (
      select *, row_number() over (partition by member_id order by due_at) as place from oldest),
    of_hosts as materialized (
      select subscription_id, tag, due_at, host, row_number() over (partition by host order by due_at) as place
      from of_members left join unnest(${[...members.keys()]}::bigint[], ${[...members.values()]}::integer[])
        as taken (member_id, number) using (member_id)
      where place <= ${memberMax} - coalesce(taken.number, 0)),
    candidates as materialized (
      select subscription_id, tag from of_hosts
      left join unnest(${[...hosts.keys()]}::text[], ${[...hosts.values()]}::integer[]) as taken (host, number)
        using (host)
      where place <= ${hostMax} - coalesce(taken.number, 0)
      order by due_at limit ${max}),
    locked as materialized (
      select pushes.subscription_id, pushes.tag from pushes join candidates using (subscription_id, tag)
      where ${isDue(now)} for no key update of pushes skip locked)
    update pushes set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    from locked join push_subscriptions on push_subscriptions.id = locked.subscription_id
    where pushes.subscription_id = locked.subscription_id and pushes.tag = locked.tag
    returning pushes.subscription_id as "subscriptionId", pushes.tag, activity_id as "activityId",
      broadcast_id as "broadcastId", caused_at as "causedAt", version, attempts,
      pushes.paused_until is not null as "isRepeated", member_id as "memberId", endpoint, host, p256dh, auth,
      (select public_key from vapid_keys) as "publicKey"`).execute(db)
  return rows
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
