import { getProfile } from '#contract/accounts/user-profile.ts'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { getReplies, REPLIES_LIMIT } from '#contract/broadcasts/replies.ts'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
import { blockAndMuteReads } from '#src/accounts/blocks/overlay.ts'
import { profileKey } from '#src/accounts/keys.ts'
import { profileReads } from '#src/accounts/overlay.ts'
import type { createExchange } from '#src/api/call.ts'
import { broadcastKey, repliesKey } from '#src/broadcasts/keys.ts'
import { broadcastReads } from '#src/broadcasts/overlay.ts'
import { replyReads } from '#src/broadcasts/replies/overlay.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import { weeklyReportKey } from '#src/recaps/keys.ts'
import { readTimeZone } from '#src/ui/time-zone.ts'

/** Sends the reads for a push, as `exchange` in the page or the worker does. */
export type SendRead = ReturnType<typeof createExchange>

/** A request by the screen that a push opens, as the screen's own query sends it. */
export interface TargetRead {
  queryKey: readonly unknown[]
  reads: readonly Action[]
  /** The read is delayed by up to this many ms: reports are announced to all at once. */
  spreadMs?: number
  /** Resolves to the response that the query caches. Rejects as `call` does. */
  fetch: (exchange: SendRead) => Promise<unknown>
}

/**
 * Returns the requests by the screen at a path, without those for conversations and swaps, which a
 * push contains: none for other paths. Throws for a malformed path.
 */
export function listTargetReads(member: string, path: string): TargetRead[] {
  const { pathname, searchParams } = new URL(path, 'https://app.invalid')
  const [, screen, part = ''] = pathname.split('/')
  const week = searchParams.get('week')
  if (screen === 'broadcast' && /^[1-9]\d{0,14}$/.test(part)) return ofBroadcast(member, Number(part))
  if (screen === 'profile' && part !== '') return [ofProfile(decodeURIComponent(part))]
  if (screen === 'week' && week !== null) return [ofWeek(member, week)]
  return []
}

const ofBroadcast = (member: string, id: number): TargetRead[] => [
  {
    queryKey: broadcastKey(id),
    reads: broadcastReads,
    async fetch(exchange) {
      const { response } = await exchange(getBroadcasts, { current_user: member, limit: 1, before: id + 1, id })
      return response.broadcasts.filter((broadcast) => broadcast.id === id)
    },
  },
  {
    queryKey: repliesKey(id),
    reads: replyReads,
    fetch: async (exchange) =>
      (await exchange(getReplies, { current_user: member, id, limit: REPLIES_LIMIT })).response,
  },
]

const ofProfile = (user: string): TargetRead => ({
  queryKey: profileKey(user),
  reads: profileReads,
  fetch: async (exchange) => (await exchange(getProfile, { user })).response,
})

function ofWeek(user: string, week: string): TargetRead {
  const time_zone = readTimeZone()
  return {
    queryKey: weeklyReportKey(user, week, time_zone),
    reads: blockAndMuteReads,
    spreadMs: 8000,
    fetch: async (exchange) => (await exchange(getWeeklyReport, { user, week, time_zone })).response,
  }
}
