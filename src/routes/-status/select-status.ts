import { isSameName } from '#contract/accounts/names.ts'
import type { Status } from '#src/status/useStatus.ts'

/**
 * Returns a status as `member` (null: a visitor) may see it. A status from another session, as for
 * a member that is signing out, loses its counts; its public fields stay.
 */
export function selectStatus(member: string | null, status: Status): Status {
  const { viewer } = status
  if (member !== null && viewer !== null && isSameName(viewer, member)) return status
  const { notices: _notices, open_reports: _reports, unread_from: _from, waiting_swaps: _ids, ...publicFields } = status
  return {
    ...publicFields,
    is_suspended: false,
    unread_messages: 0,
    swaps_waiting: 0,
    unread_activity: 0,
    now_playing: 0,
  }
}
