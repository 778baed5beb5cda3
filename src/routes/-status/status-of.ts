import { isSameName } from '#contract/accounts/names.ts'
import type { Status } from '#src/status/useStatus.ts'

/**
 * A status as `member` (null: a visitor) may see it. One that was answered for another session, as that of a member who signs out at this
 * moment, has no counts; what is public stays.
 */
export function statusOf(member: string | null, status: Status): Status {
  const { viewer } = status
  if (member !== null && viewer !== null && isSameName(viewer, member)) return status
  return { ...status, unread_messages: 0, swaps_waiting: 0, unread_activity: 0, now_playing: 0 }
}
