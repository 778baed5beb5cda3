import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { lockIdentities } from '#server/listening/catalogue/lock.ts'
import { readMsid, toMsid, toMsidOfNames } from './recording-msid.ts'

/** How many of a member's latest listens are compared by name with an MSID made from names. */
const LATEST = 200

/**
 * Returns tracks by MSID: those that the member has played or given feedback on, and the current
 * track and the latest listens, which had MSIDs from their names before they had a track. Unknown
 * MSIDs are absent. Holds the identity lock, so that the ids stay valid.
 */
export async function findTracksByMsid(
  tx: Tx,
  memberId: number,
  msids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (msids.length === 0) return new Map()
  await lockIdentities(tx)
  const known = await findById(tx, memberId, msids)
  const missing = new Set(msids.filter((msid) => !known.has(msid)))
  if (missing.size === 0) return known
  return new Map([...known, ...(await findByNames(tx, memberId, missing))])
}

async function findById(tx: Tx, memberId: number, msids: readonly string[]): Promise<Map<string, number>> {
  const ids = msids.flatMap((msid) => readMsid(msid) ?? [])
  const { rows } = await sql<{ spelling: number; id: number }>`select id as spelling, main as id
    from (select id, coalesce(merged_into, id) as main from tracks where id = any(${ids}::bigint[])) as named
    where exists (select from track_plays where member_id = ${memberId} and track_id = main)
      or exists (select from track_feedback where member_id = ${memberId} and track_id = main)`.execute(tx)
  return new Map(rows.map((row) => [toMsid(row.spelling), row.id]))
}

async function findByNames(tx: Tx, memberId: number, msids: ReadonlySet<string>): Promise<Map<string, number>> {
  const { rows: playing } = await sql<{ artist: string; title: string }>`
    select artist, title from now_playing where member_id = ${memberId}`.execute(tx)
  const current = playing.filter((track) => msids.has(toMsidOfNames(track)))
  const [currentId] = await insertTracks(tx, current)
  const { rows: latest } = await sql<{ id: number; artist: string; title: string }>`
    select track_id as id, artists.name as artist, tracks.title
    from (select distinct track_id from (select track_id from listens where member_id = ${memberId}
      order by listened_at desc limit ${LATEST}) as listen) as latest
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id`.execute(tx)
  return new Map([
    ...latest.map((track) => [toMsidOfNames(track), track.id] as const).filter(([msid]) => msids.has(msid)),
    ...current.flatMap((track) => (currentId === undefined ? [] : [[toMsidOfNames(track), currentId] as const])),
  ])
}
