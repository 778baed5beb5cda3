import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { type ActivityEntry, findUnreadEntry, selectOtherUnread } from '#server/activity/index.ts'
import type { ActivityKind } from '#server/db/migrations/0007-people.ts'
import type { Db } from '#server/db/open.ts'
import { isSuspended } from '#server/db/visible-to.ts'
import { listMessages, selectUnreadMessages } from '#server/messages/index.ts'
import { listSwaps, selectWaitingSwaps } from '#server/swaps/index.ts'
import type { PushContent } from './content.ts'
import type { Push } from './due-pushes.ts'
import { activityNotifications, pushKinds } from './kinds.ts'
import { isWithinQuietHours } from './quiet-hours.ts'

/** The content of a push, or why it is not sent. */
export type ReadPush =
  | { readonly content: PushContent }
  /**
   * `gone`: the entry was read or deleted, or is not visible to the recipient. `off`, `quiet`: by
   * the recipient's settings.
   */
  | { readonly skipped: 'gone' | 'off' | 'quiet'; readonly kind?: NotificationKind }
  /** The recipient is suspended, or the session has expired. */
  | { readonly skipped: 'ended' }

/** Reads what a push is about, as its recipient sees it now. */
export async function readPush(db: Db, push: Push, baseUrl: string, now: Date): Promise<ReadPush> {
  const recipient = await findRecipient(db, push, now)
  if (recipient === undefined) return { skipped: 'ended' }
  const entry = await findUnreadEntry(db, push.memberId, { id: push.activityId, broadcastId: push.broadcastId }, now)
  const kind = entry && findKind(entry)
  if (entry === undefined || kind === undefined) return { skipped: 'gone' }
  if (recipient.off.includes(kind)) return { skipped: 'off', kind }
  const { quietFrom: from, quietTo: to, timeZone } = recipient
  if (from !== null && to !== null && timeZone !== null && isWithinQuietHours({ from, to, timeZone }, now))
    return { skipped: 'quiet', kind }
  const items = await readItems(db, push.memberId, entry, kind, now)
  const { name: member, badge } = recipient
  return { content: { kind, entry, member, baseUrl, badge, isRepeated: push.isRepeated, tag: push.tag, items } }
}

const findKind = ({ kind }: ActivityEntry): NotificationKind | undefined =>
  Object.hasOwn(activityNotifications, kind) ? activityNotifications[kind as ActivityKind] : undefined

interface Recipient {
  readonly name: string
  readonly off: readonly string[]
  readonly quietFrom: number | null
  readonly quietTo: number | null
  readonly timeZone: string | null
  /** The number on the app's icon. */
  readonly badge: number
}

async function findRecipient(db: Db, { memberId, subscriptionId }: Push, now: Date): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select members.name, coalesce(off, '{}') as off, quiet_from as "quietFrom", quiet_to as "quietTo",
      time_zone as "timeZone",
      ${selectUnreadMessages(memberId)} + ${selectWaitingSwaps(memberId, now)} + ${selectOtherUnread(memberId)} as badge
    from push_subscriptions join sessions on sessions.id = session_id and expires_at > ${now}
    join members on members.id = push_subscriptions.member_id
    left join notification_settings on notification_settings.member_id = members.id
    where push_subscriptions.id = ${subscriptionId} and not ${isSuspended('members.id', now)}`.execute(db)
  return rows[0]
}

/** Reads what the app needs to show the target without a connection. */
async function readItems(
  db: Db,
  memberId: number,
  { actorId, relatedid }: ActivityEntry,
  kind: NotificationKind,
  now: Date,
): Promise<PushContent['items']> {
  const { item } = pushKinds[kind]
  if (item === 'message') {
    const [message] = await listMessages(db, memberId, actorId, { limit: 1 })
    return message === undefined ? {} : { message }
  }
  if (item === 'swap' && relatedid !== null) {
    const [swap] = await listSwaps(db, memberId, { id: relatedid, now, limit: 1 })
    return swap === undefined ? {} : { swap }
  }
  return {}
}
