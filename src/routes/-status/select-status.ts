import { isSameName } from '#contract/accounts/names.ts'
import type { Status } from '#src/status/useStatus.ts'

/** Returns a status for `member` (null: a visitor), of another session only its public fields. */
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
