import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { lockIdentities } from '../catalogue/lock.ts'

/**
 * Returns tracks by recording MBID: those in the catalogue, preferring a track that the member has
 * played, else the track in the member's own listen, or current track, with that MBID. Recordings
 * without a track are absent. Holds the identity lock, so that the ids stay valid.
 */
export async function findRecordings(
  tx: Tx,
  memberId: number,
  recordingMbids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  await lockIdentities(tx)
  const inCatalogue = await findInCatalogue(tx, memberId, recordingMbids)
  const missing = recordingMbids.filter((mbid) => !inCatalogue.has(mbid))
  if (missing.length === 0) return inCatalogue
  return new Map([
    ...inCatalogue,
    ...(await findPlayingRecording(tx, memberId, missing)),
    ...(await findInListens(tx, memberId, missing)),
  ])
}

interface Found {
  readonly mbid: string
  readonly id: number
}

const toMap = (rows: readonly Found[]): Map<string, number> => new Map(rows.map(({ mbid, id }) => [mbid, id]))

async function findInCatalogue(tx: Tx, memberId: number, mbids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<Found>`select distinct on (tracks.mbid) tracks.mbid, coalesce(merged_into, tracks.id) as id
    from tracks left join track_plays as played on played.member_id = ${memberId} and played.track_id = tracks.id
    where tracks.mbid = any(${mbids}::uuid[]) order by tracks.mbid, played.plays desc nulls last, tracks.id`.execute(tx)
  return toMap(rows)
}

async function findInListens(tx: Tx, memberId: number, mbids: readonly string[]): Promise<Map<string, number>> {
  const { rows: details } = await sql<Found>`select id, recording_mbid as mbid from listen_details
    where member_id = ${memberId} and recording_mbid = any(${mbids}::uuid[])`.execute(tx)
  if (details.length === 0) return new Map()
  const { rows } = await sql<Found>`select distinct on (mbid) mbid, track_id as id
    from unnest(${details.map(({ id }) => id)}::integer[], ${details.map(({ mbid }) => mbid)}::uuid[]) as recording (id, mbid)
    join listens on member_id = ${memberId} and details_id = recording.id order by mbid, listened_at desc`.execute(tx)
  return toMap(rows)
}

/** A track may be loved while it plays for the first time. */
async function findPlayingRecording(tx: Tx, memberId: number, mbids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ artist: string; title: string; mbid: string }>`
    select artist, title, details->>'recordingMbid' as mbid from now_playing
    where member_id = ${memberId} and details->>'recordingMbid' = any(${mbids}::text[])`.execute(tx)
  const ids = await insertTracks(tx, rows)
  return toMap(rows.map(({ mbid }, place) => ({ mbid, id: ids[place] ?? 0 })))
}

/** Gives a member's feedback on recordings without a track the tracks that exist meanwhile. */
export async function matchFeedback(tx: Tx, memberId: number): Promise<void> {
  const { rows: unmatched } = await sql<{ mbid: string }>`select recording_mbid as mbid from track_feedback
    where member_id = ${memberId} and track_id is null`.execute(tx)
  if (unmatched.length === 0) return
  const mbids = unmatched.map(({ mbid }) => mbid)
  const found = [...(await findRecordings(tx, memberId, mbids))]
  if (found.length === 0) return
  // Two recordings may belong to one track, which may have its own feedback.
  await sql`with recording as materialized (
      select mbid, id as track_id from unnest(${found.map(([mbid]) => mbid)}::uuid[], ${found.map(([, id]) => id)}::bigint[])
        as recording (mbid, id)),
    first as materialized (
      select distinct on (recording.track_id) feedback.id, recording.track_id from recording
      join track_feedback as feedback on member_id = ${memberId} and feedback.track_id is null and recording_mbid = mbid
      where not exists (select from track_feedback as known
        where known.member_id = ${memberId} and known.track_id = recording.track_id)
      order by recording.track_id, created_at desc),
    deleted as (
      delete from track_feedback where member_id = ${memberId} and track_id is null
        and recording_mbid in (select mbid from recording) and id not in (select id from first))
    update track_feedback set track_id = first.track_id from first where track_feedback.id = first.id`.execute(tx)
}
