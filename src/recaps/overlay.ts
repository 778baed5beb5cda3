import type { ResponseOf } from '#contract/endpoint.ts'
import type { getWeeklyReport } from '#contract/recaps/recap.ts'
import { type blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'

export type WeeklyReport = ResponseOf<typeof getWeeklyReport>

/** Returns the report without broadcasts by members that pending actions block or mute. */
export function overlayReport(
  report: WeeklyReport | null,
  pending: PendingOf<typeof blockAndMuteReads>,
): WeeklyReport | null {
  if (report === null) return null
  const isHidden = findBlockedOrMuted(pending)
  const shown = report.top_broadcasts.filter(({ username }) => !isHidden(username))
  const hidden = report.top_broadcasts.filter(({ username }) => isHidden(username))
  if (hidden.length === 0) return report
  return {
    ...report,
    top_broadcasts: shown,
    friends_broadcasts: Math.max(shown.length, report.friends_broadcasts - hidden.length),
    friends: Math.max(0, report.friends - new Set(hidden.map(({ username }) => username)).size),
  }
}
