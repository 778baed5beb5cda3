import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { lockMember } from './listens.ts'
import { CHANGED_MAX, CORRECTIONS_MAX, type MovedChange, type MovedCorrection } from './moved-change.ts'
import { bumpRevision } from './revisions.ts'
import { SOURCE_NUMBERS } from './sources.ts'
import { findDetails } from './store-details.ts'

/**
 * Records another account's changes, for listens that arrive from now on. What was changed here
 * takes precedence. Returns the number of new ones.
 */
export async function insertMovedChanges(tx: Tx, memberId: number, changes: readonly MovedChange[]): Promise<number> {
  const former = changes.map((change) => change.from)
  const fromIds = await insertTracks(tx, former)
  const moved = changes.filter((change) => change.to !== undefined)
  const corrected = moved.flatMap(({ to }) => to ?? [])
  const toIds = await insertTracks(tx, corrected)
  const idOf = new Map(moved.map((change, place) => [change, toIds[place]]))
  await lockMember(tx, memberId)
  const { numAffectedRows = 0n } = await sql`
    insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    select distinct on (listened_at, track_id) ${memberId}::bigint, listened_at, track_id, source, moved_to
    from unnest(${changes.map((change) => change.listenedAt)}::timestamptz[], ${fromIds}::bigint[],
      ${changes.map((change) => SOURCE_NUMBERS[change.source])}::smallint[],
      ${changes.map((change) => idOf.get(change) ?? null)}::bigint[]) as change (listened_at, track_id, source, moved_to)
    order by listened_at, track_id
    limit greatest(0, ${CHANGED_MAX} - (select count(*) from changed_listens where member_id = ${memberId}))
    on conflict do nothing`.execute(tx)
  if (numAffectedRows > 0n) await bumpRevision(tx, memberId)
  return Number(numAffectedRows)
}

/** Like {@link insertMovedChanges}, for corrections to all listens to a track or an artist, in their order. */
export async function insertMovedCorrections(
  tx: Tx,
  memberId: number,
  corrections: readonly MovedCorrection[],
): Promise<number> {
  const former = corrections.map(({ from }) => from)
  const fromIds = await insertTracks(tx, former)
  const corrected = corrections.map(({ to }) => to)
  const toIds = await insertTracks(tx, corrected)
  const albumIds: (number | null)[] = []
  for (const { from, onAlbum } of corrections)
    albumIds.push(onAlbum === undefined ? null : onAlbum === '' ? 0 : await findAlbumId(tx, from.artist, onAlbum))
  await lockMember(tx, memberId)
  const { numAffectedRows = 0n } = await sql`
    insert into listen_corrections (member_id, track_id, on_album, to_track, to_album, of_artist)
    select ${memberId}::bigint, track_id, on_album, to_track, to_album, of_artist
    from unnest(${fromIds}::bigint[], ${albumIds}::bigint[], ${toIds}::bigint[],
      ${corrections.map(({ toAlbum }) => toAlbum ?? null)}::text[],
      ${corrections.map(({ isOfArtist }) => isOfArtist)}::boolean[])
      with ordinality as change (track_id, on_album, to_track, to_album, of_artist, place)
    where not exists (select from listen_corrections as own where own.member_id = ${memberId}
      and own.track_id = change.track_id and own.on_album is not distinct from change.on_album
      and own.of_artist = change.of_artist)
    order by place
    limit greatest(0, ${CORRECTIONS_MAX} - (select count(*) from listen_corrections
      where member_id = ${memberId}))`.execute(tx)
  if (numAffectedRows > 0n) await bumpRevision(tx, memberId)
  return Number(numAffectedRows)
}

async function findAlbumId(tx: Tx, artist: string, album: string): Promise<number> {
  const found = await findDetails(tx, [{ artist, details: { album } }])
  return found.values().next().value?.albumId ?? 0
}
