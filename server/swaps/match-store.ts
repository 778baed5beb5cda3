import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isSuspended, openTo, visibleTo } from '#server/db/visible-to.ts'
import { ACTIVE_MS, type Candidate, chooseMatch, RECENT_SWAP_MS, windowNumber } from './matching.ts'

export interface Searcher {
  readonly memberId: number
  readonly now: Date
  /** The time in which a random match is repeated after a swap was sent, in ms. */
  readonly pauseMs: number
  /** Whether members that do not follow the searcher are matched. */
  readonly mayMeetStrangers: boolean
}

/**
 * The candidate count per search: more than a member's recent partners, so that the preferences
 * have a choice, and enough to even out the gaps between places.
 */
const CANDIDATES = 200

/** Returns the random match in the member's time window, or in an earlier one. Reads only. */
export async function findRandomMatch(db: Db, searcher: Searcher, windowsAgo = 0): Promise<Candidate | undefined> {
  const chance = drawChance(searcher.memberId, windowNumber(searcher.now, searcher.pauseMs) - windowsAgo)
  const active = await listCandidates(db, searcher, chance, true)
  return chooseMatch(active.length > 0 ? active : await listCandidates(db, searcher, chance, false))
}

/**
 * Returns whether the member could have received `matchedId` as the random match. Includes the
 * previous window, which may have ended while the member chose a track.
 */
export async function isRandomMatch(db: Db, searcher: Searcher, matchedId: number): Promise<boolean> {
  for (const windowsAgo of [0, 1]) {
    const match = await findRandomMatch(db, searcher, windowsAgo)
    if (match?.id === matchedId) return true
  }
  return false
}

/** Returns the member's last random match while it is repeated. */
export async function findPausedMatch(db: Db, searcher: Searcher): Promise<{ name: string; sentAt: Date } | undefined> {
  const since = new Date(searcher.now.getTime() - searcher.pauseMs)
  const { rows } = await sql<{ name: string; sentAt: Date }>`
    select members.name, sent_at as "sentAt" from song_swaps join members on members.id = matched_id
    where initiator_id = ${searcher.memberId} and is_random and sent_at > ${since}
      and members.deleted_at is null and ${visibleTo(searcher.memberId, 'members.id')}
    order by sent_at desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns candidates in random order. Every member has a place on a ring, by the index
 * `members_by_place`. Reads the next 200 from a random start and shuffles them: no request sorts
 * all members, and membership changes move no other member.
 */
async function listCandidates(
  db: Db,
  { memberId, now, mayMeetStrangers }: Searcher,
  chance: Chance,
  isActive: boolean,
): Promise<readonly Candidate[]> {
  const activeSince = new Date(now.getTime() - ACTIVE_MS)
  const recentSince = new Date(now.getTime() - RECENT_SWAP_MS)
  const isReachable = mayMeetStrangers
    ? sql`true`
    : sql`id in (select follower_id from follows where followee_id = ${memberId})`
  const start = sql`${chance.start.toString()}::bigint`
  const arc = (turn: 0 | 1) => sql`(
    select id, name, active_at, listens_since, ${sql.lit(turn)} as turn, ${place} as place from members
    where not is_system and id <> ${memberId} and ${isActive ? sql`active_at > ${activeSince}` : sql`true`}
      and ${openTo(memberId, 'members.id')} and not ${isSuspended('members.id', now)} and ${isReachable}
      and ${place} ${turn === 0 ? sql`>=` : sql`<`} ${start}
    order by ${place} limit ${CANDIDATES})`
  const { rows } = await sql<Candidate>`
    select id, name, active_at > ${activeSince} as "isActive", listens_since is not null as "hasListens",
      id = any(array(
        select matched_id from song_swaps where initiator_id = ${memberId} and sent_at > ${recentSince}
        union all select initiator_id from song_swaps where matched_id = ${memberId} and sent_at > ${recentSince}
      )) as "isSwappedLately"
    from (${arc(0)} union all ${arc(1)} order by turn, place limit ${CANDIDATES}) as candidates
    order by hashint8extended(id, ${chance.order.toString()}::bigint), id`.execute(db)
  return rows
}

const place = sql`hashint8extended(id, 0)`

/** The random numbers for a member and a time window. Always the same for the same input. */
interface Chance {
  readonly start: bigint
  readonly order: bigint
}

function drawChance(memberId: number, window: number): Chance {
  const digest = createHash('sha256').update(`${memberId}:${window}`).digest()
  return { start: digest.readBigInt64BE(0), order: digest.readBigInt64BE(8) }
}
