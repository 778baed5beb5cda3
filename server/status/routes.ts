import { getStatus } from '#contract/status/status.ts'
import { countOtherUnreadActivity } from '#server/activity/index.ts'
import { findNewestBroadcastId } from '#server/broadcasts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { versionOfFollowedPlaying } from '#server/listening/index.ts'
import { countUnread } from '#server/messages/index.ts'
import { countWaiting } from '#server/swaps/index.ts'

/** Adds the read of what is new for the session. It reads from every domain, so it is above all of them. */
export function statusRoutes(api: Api): void {
  route(api, getStatus, async ({ sessionMember, db, now }) => ({
    viewer: sessionMember?.name ?? null,
    newest_broadcast: (await findNewestBroadcastId(db, sessionMember?.id ?? null)) ?? null,
    unread_messages: sessionMember === null ? 0 : await countUnread(db, sessionMember.id),
    swaps_waiting: sessionMember === null ? 0 : await countWaiting(db, sessionMember.id, now),
    unread_activity: sessionMember === null ? 0 : await countOtherUnreadActivity(db, sessionMember.id),
    now_playing: sessionMember === null ? 0 : await versionOfFollowedPlaying(db, sessionMember.id, now),
  }))
}
