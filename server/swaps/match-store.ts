import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { ACTIVE_MS, type Candidate, chooseMatch, LATELY_MS, windowOf } from './matching.ts'

export interface Asker {
  readonly memberId: number
  readonly now: Date
  /** How long a random match is repeated after a swap was sent. */
  readonly pauseMs: number
}

/** More than anybody swaps with lately, so that the preferences have somebody to prefer. */
const CANDIDATES = 200

/** The random match of the member's time window, or of an earlier one. Reads only. */
export async function findRandomMatch(db: Db, asker: Asker, windowsAgo = 0): Promise<Candidate | undefined> {
  const seed = seedOf(asker.memberId, windowOf(asker.now, asker.pauseMs) - windowsAgo)
  const active = await listCandidates(db, asker, seed, true)
  return chooseMatch(active.length > 0 ? active : await listCandidates(db, asker, seed, false))
}

/** Whether the member could have got `matchedId` as the random match: the window may have turned while choosing a track. */
export async function isRandomMatch(db: Db, asker: Asker, matchedId: number): Promise<boolean> {
  for (const windowsAgo of [0, 1]) {
    const match = await findRandomMatch(db, asker, windowsAgo)
    if (match?.id === matchedId) return true
  }
  return false
}

/** With whom the member's last random swap was sent, while the pause lasts. */
export async function findPausedMatch(db: Db, asker: Asker): Promise<{ name: string; sentAt: Date } | undefined> {
  const since = new Date(asker.now.getTime() - asker.pauseMs)
  const { rows } = await sql<{ name: string; sentAt: Date }>`
    select members.name, sent_at as "sentAt" from song_swaps join members on members.id = matched_id
    where initiator_id = ${asker.memberId} and is_random and sent_at > ${since}
      and ${visibleTo(asker.memberId, 'members.id')}
    order by sent_at desc limit 1`.execute(db)
  return rows[0]
}

// Every candidate has a random place of its own, so that somebody who comes or goes moves nobody else.
async function listCandidates(
  db: Db,
  { memberId, now }: Asker,
  seed: bigint,
  isActive: boolean,
): Promise<readonly Candidate[]> {
  const activeSince = new Date(now.getTime() - ACTIVE_MS)
  const latelySince = new Date(now.getTime() - LATELY_MS)
  const { rows } = await sql<Candidate>`
    select id, name, active_at > ${activeSince} as "isActive", listens_since is not null as "hasListens",
      exists (select from song_swaps where sent_at > ${latelySince}
        and ((initiator_id = ${memberId} and matched_id = candidates.id)
          or (matched_id = ${memberId} and initiator_id = candidates.id))) as "isSwappedLately"
    from (
      select id, name, active_at, listens_since, hashint8extended(id, ${seed.toString()}::bigint) as place from members
      where not is_system and id <> ${memberId} and ${isActive ? sql`active_at > ${activeSince}` : sql`true`}
        and ${visibleTo(memberId, 'members.id')}
      order by place, id limit ${CANDIDATES}) as candidates
    order by place, id`.execute(db)
  return rows
}

const seedOf = (memberId: number, window: number): bigint =>
  createHash('sha256').update(`${memberId}:${window}`).digest().readBigInt64BE()
