import { type RawBuilder, sql } from 'kysely'
import { getStatus } from '#contract/status/status.ts'
import { selectOtherUnread } from '#server/activity/index.ts'
import { selectNewestBroadcast } from '#server/broadcasts/index.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import { selectUnreadFrom, selectUnreadMessages } from '#server/messages/index.ts'
import { selectNotices } from '#server/moderation/index.ts'
import { selectPlayingVersion } from '#server/music-services/index.ts'
import { selectOpenReports } from '#server/reports/index.ts'
import { selectWaitingSwapIds, selectWaitingSwaps } from '#server/swaps/index.ts'

/**
 * Registers the status endpoint, which returns all news for the session. In a separate module
 * because it reads from every domain.
 */
export function statusRoutes(api: Api): void {
  route(api, getStatus, async ({ sessionMember, db, now }) => ({
    viewer: sessionMember?.name ?? null,
    is_suspended: sessionMember !== null && sessionMember.suspension !== null,
    ...(await readStatus(db, sessionMember, now)),
  }))
}

interface Status {
  newest_broadcast: number | null
  unread_messages: number
  unread_from: { username: string; unread: number }[]
  swaps_waiting: number
  waiting_swaps: { id: number }[]
  unread_activity: number
  notices: number
  open_reports: number
  now_playing: number
}

/** How many conversations, and swaps, the status names at most. */
const NAMED = 50

/** Reads all numbers by one statement: open apps poll them. */
async function readStatus(db: Db, member: Member | null, now: Date): Promise<Status> {
  const ofMember = (select: (member: Member) => RawBuilder<number>) => (member === null ? sql.lit(0) : select(member))
  const listOfMember = (select: (memberId: number) => RawBuilder<unknown>) =>
    member === null ? sql`'[]'::json` : select(member.id)
  const { rows } =
    await markPrepared(sql<Status>`select ${selectNewestBroadcast(member?.id ?? null)} as newest_broadcast,
    ${ofMember(({ id }) => selectUnreadMessages(id))} as unread_messages,
    ${listOfMember((id) => selectUnreadFrom(id, NAMED))} as unread_from,
    ${listOfMember((id) => selectWaitingSwapIds(id, now, NAMED))} as waiting_swaps,
    ${ofMember(({ id }) => selectWaitingSwaps(id, now))} as swaps_waiting,
    ${ofMember(({ id }) => selectOtherUnread(id))} as unread_activity,
    ${ofMember(({ id, suspension }) => selectNotices(id, suspension !== null))} as notices,
    ${ofMember(({ isAdmin }) => (isAdmin ? selectOpenReports : sql.lit(0)))} as open_reports,
    ${ofMember(({ id }) => selectPlayingVersion(id, now))} as now_playing`).execute(db)
  const [status] = rows
  if (status === undefined) throw new Error('The statement returned no row.')
  return status
}
