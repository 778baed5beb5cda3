import { sql } from 'kysely'
import type { CorrectionScope } from '#contract/listening/listens.ts'
import type { Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredListen } from './find-listens.ts'
import type { ListenKey } from './listen-id.ts'
import { CHANGED_MAX, CORRECTIONS_MAX } from './moved-change.ts'
import { bumpRevision } from './revisions.ts'
import { SOURCE_NUMBERS } from './sources.ts'

/** The correct names for a listen. */
export interface Correction {
  readonly artist: string
  readonly title: string
  /** Empty: no album; undefined: each listen retains its own. */
  readonly album?: string | undefined
  /** For an artist only the artist is corrected. */
  readonly scope: CorrectionScope
}

/**
 * Records that a listen was deleted or corrected to another track, and forgets that the listen it
 * is now was. The caller has locked the member's listens.
 */
export async function recordChanged(
  tx: Tx,
  memberId: number,
  listen: StoredListen,
  movedTo: number | null,
): Promise<void> {
  const { micros, trackId, source } = listen
  if (movedTo === trackId) return
  await checkRoom(tx, memberId, 1)
  if (movedTo !== null) await forgetChanged(tx, memberId, { micros, trackId: movedTo })
  await sql`insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    values (${memberId}, ${fromMicros(sql`${micros}`)}, ${trackId}, ${SOURCE_NUMBERS[source]}, ${movedTo})
    on conflict (member_id, listened_at, track_id) do update
      set source = excluded.source, moved_to = excluded.moved_to, changed_at = now()`.execute(tx)
  await bumpRevision(tx, memberId)
}

/**
 * Records the listens that a correction for all alike does not recognize when they are sent again:
 * for an album those that another source sends without it; otherwise those that another source had
 * under the correct name within a minute, so that they were not added.
 */
export async function recordMoved(
  tx: Tx,
  memberId: number,
  listens: readonly StoredListen[],
  toTrackOf: (listen: StoredListen) => number,
  scope: CorrectionScope,
): Promise<void> {
  const isMerged = sql`not exists (select from listens where listens.member_id = ${memberId}
    and listens.listened_at = corrected.listened_at and listens.track_id = corrected.moved_to)`
  if (scope === 'album') await checkRoom(tx, memberId, listens.length)
  await sql`insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    select ${memberId}::bigint, listened_at, track_id, source, moved_to
    from (select ${fromMicros(sql`micros`)} as listened_at, track_id, source, moved_to
      from unnest(${listens.map(({ micros }) => micros)}::bigint[], ${listens.map(({ trackId }) => trackId)}::bigint[],
        ${listens.map(({ source }) => SOURCE_NUMBERS[source])}::smallint[], ${listens.map(toTrackOf)}::bigint[])
        as changed (micros, track_id, source, moved_to)) as corrected
    where track_id <> moved_to and ${scope === 'album' ? sql`true` : isMerged}
    on conflict (member_id, listened_at, track_id) do update
      set source = excluded.source, moved_to = excluded.moved_to, changed_at = now()`.execute(tx)
}

/** Throws a Refusal 409 if a member cannot have this many further recorded changes. */
async function checkRoom(tx: Tx, memberId: number, more: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from changed_listens where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) + more <= CHANGED_MAX) return
  throw new Refusal(
    409,
    `You have changed ${CHANGED_MAX.toLocaleString('en')} single listens, the most that is possible. Delete a range of time instead.`,
  )
}

/** Forgets that a listen was deleted or corrected: it exists again. */
export async function forgetChanged(tx: Tx, memberId: number, { micros, trackId }: ListenKey): Promise<void> {
  await sql`delete from changed_listens where member_id = ${memberId}
    and listened_at = ${fromMicros(sql`${micros}`)}
    and track_id in (select id from tracks where id = ${trackId} or merged_into = ${trackId})`.execute(tx)
}

/** Records a correction for all listens alike. The caller has locked the member's listens. */
export async function recordCorrection(
  tx: Tx,
  memberId: number,
  { trackId, albumId }: StoredListen,
  toTrack: number,
  { scope, album }: Correction,
): Promise<void> {
  if (trackId === toTrack && album === undefined) return
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from listen_corrections where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= CORRECTIONS_MAX)
    throw new Refusal(
      409,
      `You have corrected ${CORRECTIONS_MAX.toLocaleString('en')} tracks, the most that is possible. Correct single listens instead.`,
    )
  const onAlbum = scope === 'album' ? albumId : null
  await sql`insert into listen_corrections (member_id, track_id, on_album, to_track, to_album, of_artist)
    values (${memberId}, ${trackId}, ${onAlbum}, ${toTrack}, ${album ?? null}, ${scope === 'artist'})`.execute(tx)
  await bumpRevision(tx, memberId)
}
