import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import { toDay } from '../days.ts'
import { addAlbumPlays, addTrackPlays, toPlayed } from './add-plays.ts'
import { compareListens, type FreshListen, type MatchedListen } from './compare-listens.ts'
import { completeDetails } from './complete-details.ts'
import { markHeard } from './mark-heard.ts'
import { matchListens } from './match-listens.ts'
import type { MatchedRecords } from './matched-records.ts'
import type { MemberListen } from './member-listen.ts'
import { recordListens } from './record-import.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/** How listens are added. */
export interface Adding {
  /** The import that adds them; for one member. */
  readonly importId?: number | undefined
  /** The records of the import that are the same plays as listens of other sources. */
  readonly records?: MatchedRecords | undefined
  /** False: listens that another source has a record of are added, too. */
  readonly isMatched?: boolean
}

/**
 * Adds listens for one or more members and updates all counts derived from them: plays by day,
 * track, album, artist and source. Skips listens that are already stored, and those that another
 * source has (`matchListens`); a stored listen without details gets those from the skipped one, and
 * one without links those that say the same and have links. Listens to another spelling are added
 * to the main track. Returns the number of new listens. The caller has locked the members' listens
 * and rows in this transaction. Tracks that a member has saved to listen later leave that list.
 */
export async function addListens(
  tx: Tx,
  sent: readonly MemberListen[],
  from: Source,
  { importId, records, isMatched = true }: Adding = {},
): Promise<number> {
  if (sent.length === 0) return 0
  const listens = isMatched ? await matchRecords(tx, sent, from, records) : sent
  const { fresh, known } = await compareListens(tx, listens)
  if (importId !== undefined) await recordListens(tx, importId, from, { fresh, known })
  const completed = await completeDetails(tx, known)
  if (completed.length > 0) await addAlbumPlays(tx, toPlayed(completed))
  if (fresh.length === 0) return 0
  const played = toPlayed(fresh)
  await sql`insert into listens (member_id, listened_at, track_id, source, details_id)
    select member_id, listened_at, track_id, ${SOURCE_NUMBERS[from]}::smallint, details_id from ${played}
    order by 1, 2, 3`.execute(tx)
  await addTrackPlays(tx, played)
  await addAlbumPlays(tx, played)
  await addToTotals(tx, fresh, from)
  await markHeard(tx, played)
  return fresh.length
}

/** Adds stored listens to the members' totals, and their days to those checked for fairness. */
async function addToTotals(tx: Tx, listens: readonly FreshListen[], from: Source): Promise<void> {
  const rows = [...Map.groupBy(listens, ({ memberId }) => memberId)].map(([id, own]) => {
    const times = own.map(({ listenedAt }) => listenedAt).sort((a, b) => a - b)
    return { id, count: own.length, first: times[0] ?? 0, last: times.at(-1) ?? 0 }
  })
  const members = unnest('member', rows, {
    id: ['bigint', ({ id }) => id],
    count: ['bigint', ({ count }) => count],
    first_ms: ['float8', ({ first }) => first],
    first_day: ['date', ({ first }) => toDay(new Date(first))],
    last_day: ['date', ({ last }) => toDay(new Date(last))],
  })
  await sql`insert into fairness_checks (member_id, first_day, last_day)
    select id, first_day, last_day from ${members}`.execute(tx)
  await sql`insert into listen_sources (member_id, source, listens, updated_at)
    select id, ${SOURCE_NUMBERS[from]}, count, now() from ${members} order by id
    on conflict (member_id, source) do update
      set listens = listen_sources.listens + excluded.listens, updated_at = excluded.updated_at`.execute(tx)
  await sql`update members set listens_since = to_timestamp(first_ms / 1000.0) from ${members}
    where members.id = member.id and (listens_since is null or listens_since > to_timestamp(first_ms / 1000.0))`.execute(
    tx,
  )
}

/**
 * Returns listens with the stored ones that are the same plays, and further ones to add: records of
 * former batches for which there is none left.
 */
async function matchRecords(
  tx: Tx,
  sent: readonly MemberListen[],
  from: Source,
  records?: MatchedRecords,
): Promise<readonly MatchedListen[]> {
  const former = records?.findNear(sent) ?? []
  const matched = await matchListens(tx, [...sent, ...former], from, sent.length)
  const added = former.filter((_, place) => matched[sent.length + place] === null)
  const fresh = sent.filter((_, place) => matched[place] !== null)
  records?.note(fresh, added)
  return [...sent.map((listen, place) => ({ ...listen, matched: matched[place] ?? null })), ...added]
}
