import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getNotificationSettings } from '#contract/notifications/settings.ts'
import type { Db, Tx } from '#server/db/open.ts'

/** The maximum number of a member's subscriptions; the oldest ones end. */
const SUBSCRIPTIONS_MAX = 20

export interface SubscriptionOwner {
  readonly memberId: number
  readonly sessionHash: Buffer
}

interface NewSubscription {
  readonly endpoint: string
  /** The endpoint's host and port. */
  readonly host: string
  /** The maximum number of the member's subscriptions at this host, on any port. */
  readonly hostMax: number
  /** Base64url. */
  readonly p256dh: string
  readonly auth: string
}

type Devices = Pick<ResponseOf<typeof getNotificationSettings>, 'devices' | 'endpoint' | 'is_turned_off'>

/**
 * Whether pushes are sent to a subscription. One that the member has turned off from another device
 * remains until its session ends, without host, endpoint and keys: the device must not subscribe
 * again by itself, as it does after the server has dropped a subscription.
 */
const isOn = sql<boolean>`push_subscriptions.host <> ''`

interface DeviceRow {
  readonly id: number
  readonly device: string
  readonly endpoint: string
  readonly isOn: boolean
  readonly isCurrent: boolean
  readonly subscribedAt: Date
  readonly pushedAt: Date | null
}

/** Returns a member's subscriptions, the latest first, and this session's endpoint. */
export async function listDevices(db: Db, { memberId, sessionHash }: SubscriptionOwner, now: Date): Promise<Devices> {
  const { rows } = await sql<DeviceRow>`
    select push_subscriptions.id, sessions.device, endpoint, ${isOn} as "isOn",
      sessions.token_hash = ${sessionHash} as "isCurrent", subscribed_at as "subscribedAt", pushed_at as "pushedAt"
    from push_subscriptions join sessions on sessions.id = session_id
    where push_subscriptions.member_id = ${memberId} and sessions.expires_at > ${now}
    order by subscribed_at desc, push_subscriptions.id desc`.execute(db)
  const current = rows.find(({ isCurrent }) => isCurrent)
  const devices = rows.filter((row) => row.isOn)
  return {
    endpoint: current?.isOn === true ? current.endpoint : '',
    is_turned_off: current?.isOn === false,
    devices: devices.map(({ id, device, isCurrent, subscribedAt, pushedAt }) => ({
      id,
      device,
      is_current: isCurrent,
      subscribed_at: subscribedAt.toISOString(),
      pushed_at: pushedAt?.toISOString() ?? '',
    })),
  }
}

/**
 * Stores a session's subscription. A session's browser has one: a newer one replaces it, and an
 * endpoint that another session had belongs to this one. The member's oldest ones end, among all
 * and at this host.
 */
export async function insertSubscription(
  tx: Tx,
  { memberId, sessionHash }: SubscriptionOwner,
  { endpoint, host, hostMax, p256dh, auth }: NewSubscription,
  now: Date,
): Promise<void> {
  // Both unique keys may conflict, and concurrent requests by two sessions must not.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 41))`.execute(tx)
  await sql`delete from push_subscriptions where endpoint = ${endpoint}
    and session_id <> (select id from sessions where token_hash = ${sessionHash})`.execute(tx)
  await sql`
    insert into push_subscriptions as known (member_id, session_id, endpoint, host, p256dh, auth, subscribed_at)
    select member_id, id, ${endpoint}, ${host}, ${p256dh}, ${auth}, ${now}
    from sessions where token_hash = ${sessionHash} and member_id = ${memberId}
    on conflict (session_id) do update set endpoint = excluded.endpoint, host = excluded.host,
      p256dh = excluded.p256dh, auth = excluded.auth, rejections = 0, paused_until = null,
      subscribed_at = case when known.endpoint = excluded.endpoint
        then known.subscribed_at else excluded.subscribed_at end`.execute(tx)
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where member_id = ${memberId}
    order by subscribed_at desc, id desc offset ${SUBSCRIPTIONS_MAX})`.execute(tx)
  if (hostMax > SUBSCRIPTIONS_MAX) return
  // Without the port and the dot that may end a name.
  const toName = (column: RawBuilder<unknown>) => sql`regexp_replace(${column}, '[.]?(:[0-9]+)?$', '')`
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where member_id = ${memberId}
      and ${toName(sql.ref('host'))} = ${toName(sql`${host}::text`)}
    order by subscribed_at desc, id desc offset ${hostMax})`.execute(tx)
}

export async function deleteOwnSubscription(tx: Tx, { memberId, sessionHash }: SubscriptionOwner): Promise<void> {
  await sql`delete from push_subscriptions where member_id = ${memberId}
    and session_id = (select id from sessions where token_hash = ${sessionHash})`.execute(tx)
}

/**
 * Turns off the subscription on a member's other device, and deletes what waits to be pushed to it.
 */
export async function turnOffSubscription(tx: Tx, memberId: number, id: number): Promise<void> {
  // The keys have the lengths that the table requires.
  await sql`update push_subscriptions set host = '', endpoint = 'off:' || id, p256dh = repeat('A', 87), auth = repeat('A', 22)
    where member_id = ${memberId} and id = ${id}`.execute(tx)
  await sql`delete from pushes using push_subscriptions where subscription_id = push_subscriptions.id
    and member_id = ${memberId} and subscription_id = ${id}`.execute(tx)
}
