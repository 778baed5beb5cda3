import { sql } from 'kysely'
import { getStatus } from '#contract/status/status.ts'
import { countOtherUnread, selectMayHaveUnread } from '#server/activity/index.ts'
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
import { selectWaitingSwapIds } from '#server/swaps/index.ts'

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

const NOTHING_NEW: Status = {
  newest_broadcast: null,
  unread_messages: 0,
  unread_from: [],
  swaps_waiting: 0,
  waiting_swaps: [],
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}

/** How many conversations, and swaps, the status names at most. */
const NAMED = 50

async function readStatus(db: Db, member: Member | null, now: Date): Promise<Status> {
  if (member !== null) return readMemberStatus(db, member, now)
  const { rows } = await markPrepared(
    sql<{ newest: number | null }>`select ${selectNewestBroadcast(null)} as newest`,
  ).execute(db)
  return { ...NOTHING_NEW, newest_broadcast: rows[0]?.newest ?? null }
}

/**
 * Reads all numbers by one statement: open apps poll them. Only unread activity is counted by a
 * second one, because few polls find any, and preparing who may see it costs half of the status.
 */
async function readMemberStatus(db: Db, { id, isAdmin, suspension }: Member, now: Date): Promise<Status> {
  const { rows } = await markPrepared(sql<Omit<Status, 'unread_activity'> & { may_have_unread: boolean }>`
    select ${selectNewestBroadcast(id)} as newest_broadcast, ${selectUnreadMessages(id)} as unread_messages,
      ${selectUnreadFrom(id, NAMED)} as unread_from, swaps_waiting, waiting_swaps,
      ${selectMayHaveUnread(id)} as may_have_unread, ${selectNotices(id, suspension !== null)} as notices,
      ${isAdmin ? selectOpenReports : sql.lit(0)} as open_reports, ${selectPlayingVersion(id, now)} as now_playing
    from ${selectWaitingSwapIds(id, now, NAMED)} as swaps`).execute(db)
  const [status] = rows
  if (status === undefined) throw new Error('The statement returned no row.')
  const { may_have_unread: mayHaveUnread, ...numbers } = status
  return { ...numbers, unread_activity: mayHaveUnread ? await countOtherUnread(db, id) : 0 }
}
