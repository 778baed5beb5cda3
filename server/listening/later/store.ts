import { type RawBuilder, sql } from 'kysely'
import {
  HEARD_DAYS,
  HEARD_TRACKS_MAX,
  LATER_TRACKS_MAX,
  type LaterTrack,
  type laterSources,
} from '#contract/listening/later-tracks.ts'
import { isBroadcastOpen } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Pair, selectPairs } from '../catalogue/pairs.ts'

/*
 * `later_tracks`: what members have saved to listen later. A row with `heard_at` has left the list;
 * `addListens` sets it.
 */

type SourceKind = (typeof laterSources)[number]

/** The numbers are stored and never change meaning. */
const KIND_NUMBERS = { broadcast: 1, swap: 2, message: 3 } as const satisfies Record<SourceKind, number>
const KINDS: ReadonlyMap<number, SourceKind> = new Map(
  Object.entries(KIND_NUMBERS).map(([kind, number]) => [number, kind as SourceKind]),
)

interface LaterSource {
  readonly kind: SourceKind
  readonly id: number
}

/**
 * Saves a track, again on top if it has been heard. Does nothing if it is in the list. Throws a
 * Refusal 400 beyond `LATER_TRACKS_MAX`.
 */
export async function insertLaterTrack(
  tx: Tx,
  memberId: number,
  { trackId, source, now }: { trackId: number; source: LaterSource | undefined; now: Date },
): Promise<void> {
  await sql`delete from later_tracks where member_id = ${memberId} and heard_at is not null and (track_id = ${trackId}
    or id not in (select id from later_tracks where member_id = ${memberId} and heard_at is not null
      order by heard_at desc, id desc limit ${sql.lit(HEARD_TRACKS_MAX)}))`.execute(tx)
  const sender = source && (await findSender(tx, memberId, trackId, source))
  const { rows } = await sql<{ isFull: boolean }>`
    with inserted as (
      insert into later_tracks (member_id, track_id, saved_at, from_kind, from_id, from_member_id)
      select ${memberId}::bigint, ${trackId}::bigint, ${now}::timestamptz, ${sender ? KIND_NUMBERS[sender.kind] : null}::smallint,
        ${sender?.id ?? null}::bigint, ${sender?.memberId ?? null}::bigint
      where (select count(*) from later_tracks where member_id = ${memberId} and heard_at is null) < ${LATER_TRACKS_MAX}
      on conflict do nothing returning id)
    select not exists (select from inserted) and not exists (
      select from later_tracks where member_id = ${memberId} and track_id = ${trackId}) as "isFull"`.execute(tx)
  if (rows[0]?.isFull === true)
    throw new Refusal(400, `Your list has ${LATER_TRACKS_MAX} tracks, the maximum. Remove some first.`)
}

/** Removes a track from the list, and from those that were heard. */
export async function deleteLaterTrack(tx: Tx, memberId: number, trackId: number): Promise<void> {
  await tx.deleteFrom('later_tracks').where('member_id', '=', memberId).where('track_id', '=', trackId).execute()
}

/**
 * Returns a source with the member that sent the track; undefined if it is not one of the viewer's.
 */
async function findSender(
  tx: Tx,
  viewerId: number,
  trackId: number,
  { kind, id }: LaterSource,
): Promise<(LaterSource & { memberId: number }) | undefined> {
  const isTrack = (column: string) => sql`${sql.ref(column)} in (
    select id from tracks where id = ${trackId} or merged_into = ${trackId})`
  const senders: Readonly<Record<SourceKind, RawBuilder<unknown>>> = {
    broadcast: sql`select author_id as sender from broadcasts
      where broadcasts.id = ${id} and ${isTrack('broadcasts.track_id')} and ${isBroadcastOpen(viewerId)}`,
    swap: sql`select case when ${isTrack('initiator_track_id')} then initiator_id else matched_id end as sender
      from song_swaps where id = ${id} and ${viewerId}::bigint in (initiator_id, matched_id)
        and (${isTrack('initiator_track_id')} or ${isTrack('matched_track_id')})`,
    message: sql`select sender_id as sender from messages
      where id = ${id} and recipient_id = ${viewerId} and ${isTrack('messages.track_id')}`,
  }
  const { rows } = await sql<{ sender: number }>`select sender from (${senders[kind]}) as found
    where sender <> ${viewerId} and ${visibleTo(viewerId, 'found.sender')}`.execute(tx)
  const memberId = rows[0]?.sender
  return memberId === undefined ? undefined : { kind, id, memberId }
}

/** Returns a page of the tracks that a member has saved, the latest first. */
export const listLaterTracks = (db: Db, memberId: number, page: Page): Promise<LaterTrack[]> =>
  readRows(db, memberId, sql`heard_at is null and ${isBelow(page, 'later.id')}`, findNewest(page, 'later.id'))

/** Returns the tracks that have left the list lately, the latest first. */
export const listHeardTracks = (db: Db, memberId: number): Promise<LaterTrack[]> =>
  readRows(
    db,
    memberId,
    sql`heard_at > now() - make_interval(days => ${sql.lit(HEARD_DAYS)})`,
    sql`order by heard_at desc, later.id desc limit ${sql.lit(HEARD_TRACKS_MAX)}`,
  )

interface Row extends Pick<LaterTrack, 'id' | 'track_id' | 'track' | 'artist'> {
  readonly saved_at: Date
  readonly from_user: string | null
  readonly from_kind: number | null
  readonly from_id: number | null
}

async function readRows(
  db: Db,
  memberId: number,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<LaterTrack[]> {
  const { rows } = await sql<Row>`
    select later.id, track_id, tracks.title as track, artists.name as artist, saved_at,
      sender.name as from_user, from_kind, case when from_kind <> ${sql.lit(KIND_NUMBERS.broadcast)} or exists (
        select from broadcasts where broadcasts.id = from_id and ${isBroadcastOpen(memberId)}) then from_id end as from_id
    from later_tracks as later join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    left join members as sender on sender.id = from_member_id and ${visibleTo(memberId, 'sender.id')}
    where member_id = ${memberId} and ${where} ${order}`.execute(db)
  return rows.map(toLaterTrack)
}

function toLaterTrack({ saved_at, from_user, from_kind, from_id, ...row }: Row): LaterTrack {
  const saved = { ...row, links: undefined, saved_at: saved_at.toISOString() }
  if (from_user === null) return { ...saved, from_user: undefined, from_kind: undefined, from_id: undefined }
  return { ...saved, from_user, from_kind: KINDS.get(from_kind ?? 0), from_id: from_id ?? undefined }
}

export async function countLaterTracks(db: Db, memberId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from later_tracks
    where member_id = ${memberId} and heard_at is null`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Moves the saved rows of a track to another one. If a member has both, the one still to hear
 * stays.
 */
export async function moveLaterTracks(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`delete from later_tracks as less using (
      select from_id as id, into_id as other_id from ${selectPairs(pairs)}
      union all select into_id, from_id from ${selectPairs(pairs)}) as side join later_tracks as more on more.track_id = other_id
    where less.track_id = side.id and less.member_id = more.member_id
      and (less.heard_at is null, less.id) < (more.heard_at is null, more.id)`.execute(tx)
  await sql`update later_tracks set track_id = into_id, merged_from = coalesce(merged_from, pair.from_id)
    from ${selectPairs(pairs)} where track_id = pair.from_id`.execute(tx)
}
