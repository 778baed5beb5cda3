import { sql } from 'kysely'
import { isActivityKind } from '#contract/activity/kinds.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { type ActivityEntry, findUnreadEntries, selectOtherUnread } from '#server/activity/index.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isSuspended } from '#server/db/visible-to.ts'
import { findLatestMessages, selectUnreadMessages } from '#server/messages/index.ts'
import { listSwaps, selectWaitingSwaps } from '#server/swaps/index.ts'
import type { PushContent } from './content.ts'
import type { Push } from './due-pushes.ts'
import { activityNotifications, pushKinds } from './kinds.ts'
import { isWithinQuietHours } from './quiet-hours.ts'

/** A push's content, or why it is not sent. */
export type ReadPush =
  | { readonly content: PushContent }
  /**
   * `gone`: the entry was read or deleted, or is not visible to the recipient. `off`, `quiet`: by
   * the recipient's settings.
   */
  | { readonly skipped: 'gone' | 'off' | 'quiet'; readonly kind?: NotificationKind }
  /** The recipient is suspended, or the session has expired. */
  | { readonly skipped: 'ended' }

type Content = Omit<PushContent, 'items'>

/**
 * Reads what pushes are about, as their recipients see it now: by the same number of statements for
 * any number of pushes, since each waits for a connection. In `pushes` order.
 */
export async function readPushes(
  db: Db,
  pushes: readonly Push[],
  baseUrl: string,
  now: Date,
): Promise<readonly ReadPush[]> {
  const recipients = await findRecipients(db, pushes, now)
  const entries = await findUnreadEntries(db, pushes, now)
  const reads = pushes.map((push, place) =>
    decide(push, recipients.get(push.subscriptionId), entries[place], baseUrl, now),
  )
  const targets = pushes.map(({ memberId }, place) => ({ memberId, content: reads[place]?.content }))
  const items = await readItems(db, targets, now)
  return reads.map((read, place) =>
    read.content === undefined ? read : { content: { ...read.content, items: items[place] ?? {} } },
  )
}

type Skipped = Exclude<ReadPush, { content: PushContent }> & { readonly content?: undefined }

/** Returns the content without items, or why the push is not sent. */
function decide(
  { isRepeated, tag }: Push,
  recipient: Recipient | undefined,
  entry: ActivityEntry | undefined,
  baseUrl: string,
  now: Date,
): { readonly content: Content } | Skipped {
  if (recipient === undefined) return { skipped: 'ended' }
  const kind = entry && findKind(entry)
  if (entry === undefined || kind === undefined) return { skipped: 'gone' }
  if (recipient.off.includes(kind)) return { skipped: 'off', kind }
  const { quietFrom: from, quietTo: to, timeZone, name: member, badge } = recipient
  if (from !== null && to !== null && timeZone !== null && isWithinQuietHours({ from, to, timeZone }, now))
    return { skipped: 'quiet', kind }
  return { content: { kind, entry, member, baseUrl, badge, isRepeated, tag } }
}

const findKind = ({ kind }: ActivityEntry): NotificationKind | undefined =>
  isActivityKind(kind) ? activityNotifications[kind] : undefined

interface Recipient {
  readonly subscriptionId: number
  readonly name: string
  readonly off: readonly string[]
  readonly quietFrom: number | null
  readonly quietTo: number | null
  readonly timeZone: string | null
  /** The number on the app's icon. */
  readonly badge: number
}

/** Returns the recipients by subscription, without suspended ones and expired sessions. */
async function findRecipients(db: Db, pushes: readonly Push[], now: Date): Promise<ReadonlyMap<number, Recipient>> {
  const memberId = sql<number>`recipient.id`
  const { rows } = await markPrepared(sql<Recipient>`
    select push_subscriptions.id as "subscriptionId", recipient.name, coalesce(off, '{}') as off,
      quiet_from as "quietFrom", quiet_to as "quietTo", time_zone as "timeZone",
      ${selectUnreadMessages(memberId)} + ${selectWaitingSwaps(memberId, now)} + ${selectOtherUnread(memberId)} as badge
    from push_subscriptions join sessions on sessions.id = session_id and expires_at > ${now}
    join members as recipient on recipient.id = push_subscriptions.member_id
    left join notification_settings on notification_settings.member_id = recipient.id
    where push_subscriptions.id = any(${[...new Set(pushes.map(({ subscriptionId }) => subscriptionId))]}::bigint[])
      and not ${isSuspended('recipient.id', now)}`).execute(db)
  return new Map(rows.map((row) => [row.subscriptionId, row]))
}

interface Target {
  readonly memberId: number
  readonly content: Content | undefined
}

type Items = PushContent['items']

/**
 * Reads what the app needs to show the targets without a connection: the latest message or the
 * swap. In `targets` order.
 */
async function readItems(db: Db, targets: readonly Target[], now: Date): Promise<readonly Items[]> {
  const hasItem = (item: string) => (target: Target) =>
    target.content !== undefined && pushKinds[target.content.kind].item === item
  const items = new Map<Target, Items>()
  const conversations = targets.filter(hasItem('message'))
  const pairs = conversations.map(({ memberId, content }) => ({ memberId, otherId: content?.entry.actorId ?? 0 }))
  const messages = await findLatestMessages(db, pairs)
  for (const [place, target] of conversations.entries()) {
    const message = messages[place]
    if (message !== undefined) items.set(target, { message })
  }
  for (const target of targets.filter(hasItem('swap'))) {
    const id = target.content?.entry.relatedid ?? undefined
    const [swap] = id === undefined ? [] : await listSwaps(db, target.memberId, { id, now, limit: 1 })
    if (swap !== undefined) items.set(target, { swap })
  }
  return targets.map((target) => items.get(target) ?? {})
}
