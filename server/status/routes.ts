import { getStatus } from '#contract/status/status.ts'
import { countOtherUnreadActivity } from '#server/activity/index.ts'
import { findNewestBroadcastId } from '#server/broadcasts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { versionOfFollowedPlaying } from '#server/listening/index.ts'
import { countUnread } from '#server/messages/index.ts'
import { countNotices } from '#server/moderation/index.ts'
import { countOpenReports } from '#server/reports/index.ts'
import { countWaitingSwaps } from '#server/swaps/index.ts'

/**
 * Registers the status endpoint, which returns what is new for the session. In a module of its own
 * because it reads from every domain.
 */
export function statusRoutes(api: Api): void {
  route(api, getStatus, async ({ sessionMember, db, now }) => ({
    viewer: sessionMember?.name ?? null,
    newest_broadcast: (await findNewestBroadcastId(db, sessionMember?.id ?? null)) ?? null,
    unread_messages: sessionMember === null ? 0 : await countUnread(db, sessionMember.id),
    swaps_waiting: sessionMember === null ? 0 : await countWaitingSwaps(db, sessionMember.id, now),
    unread_activity: sessionMember === null ? 0 : await countOtherUnreadActivity(db, sessionMember.id),
    notices: sessionMember === null ? 0 : await countNotices(db, sessionMember.id, sessionMember.suspension !== null),
    open_reports: sessionMember?.isAdmin === true ? await countOpenReports(db) : 0,
    now_playing: sessionMember === null ? 0 : await versionOfFollowedPlaying(db, sessionMember.id, now),
  }))
}
