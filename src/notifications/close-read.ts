import * as v from 'valibot'
import { isSameName } from '#contract/accounts/names.ts'
import type { Activity } from '#contract/activity/activity.ts'
import type { Conversation } from '#contract/messages/messages.ts'

/** The data of the worker's notifications. Former versions used numbers. */
const NotificationData = v.object({
  activityId: v.optional(v.union([v.string(), v.number()])),
  conversant: v.optional(v.string()),
})

export async function closeRead(activity: readonly Activity[], conversations: readonly Conversation[]): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (isRead(notification.data, activity, conversations)) notification.close()
}

/** Returns whether the subject of a notification is read. Unknown subjects are not. */
export function isRead(data: unknown, activity: readonly Activity[], conversations: readonly Conversation[]): boolean {
  const parsed = v.safeParse(NotificationData, data)
  if (!parsed.success) return false
  const { activityId, conversant } = parsed.output
  if (conversant !== undefined)
    return conversations.some((row) => isSameName(row.conversant, conversant) && row.unread === 0)
  return activityId !== undefined && activity.some((row) => row.id === activityId && !row.unread)
}
