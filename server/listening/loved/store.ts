import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockIdentities } from '../catalogue/lock.ts'
import { type Pair, selectPairs } from '../catalogue/pairs.ts'
import { FEEDBACK_MAX } from './feedback-max.ts'
import { queueLove } from './queue-love.ts'

/*
 * `track_feedback`: tracks that a member loves (1) or hates (-1), in ListenBrainz's terms. A
 * recording with an MBID that no track here has is stored by its MBID alone, and matched once a
 * track has it.
 */

/** 1: loved, -1: hated, 0: neither. */
export type FeedbackScore = -1 | 0 | 1

/** A track, or a recording that belongs to no track here. */
export type FeedbackTarget =
  | { readonly trackId: number; readonly recordingMbid?: string | undefined }
  | { readonly trackId?: undefined; readonly recordingMbid: string }

/** A member's feedback on a track, or on a recording without one. */
export interface Feedback {
  readonly id: number
  readonly trackId: number | null
  readonly artist: string | null
  readonly title: string | null
  readonly artistId: number | null
  /** As sent by the client, else the track's. */
  readonly recordingMbid: string | null
  readonly artistMbid: string | null
  readonly score: -1 | 1
  readonly createdAt: Date
}

/**
 * Stores a member's feedback on a track, and queues it for the member's relays; 0 deletes it. The time
 * changes only with the score. Throws a Refusal 400 beyond `FEEDBACK_MAX`.
 */
export async function setFeedback(
  tx: Tx,
  memberId: number,
  target: FeedbackTarget,
  score: FeedbackScore,
  now: Date,
): Promise<void> {
  // The track id stays valid until the transaction ends.
  await lockIdentities(tx)
  const { numAffectedRows: deleted = 0n } = await sql`delete from track_feedback
    where member_id = ${memberId} and ${isTarget(target)} and score <> ${score}`.execute(tx)
  const isInserted = score !== 0 && (await insertFeedback(tx, memberId, target, score, now))
  if (isInserted || deleted > 0n) await queueLove(tx, memberId, target, score, now)
}

/**
 * Inserts feedback on a track that has none. Returns false if it has. Throws a Refusal 400 beyond
 * `FEEDBACK_MAX`.
 */
export async function insertFeedback(
  tx: Tx,
  memberId: number,
  { trackId, recordingMbid }: FeedbackTarget,
  score: -1 | 1,
  createdAt: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: number | null; isFull: boolean }>`
    with total as (select count(*) as feedback from (
        select from track_feedback where member_id = ${memberId} limit ${FEEDBACK_MAX}) as stored),
    inserted as (
      insert into track_feedback (member_id, track_id, recording_mbid, score, created_at)
      select ${memberId}::bigint, ${trackId ?? null}::bigint, ${recordingMbid ?? null}::uuid, ${score}::smallint, ${createdAt}::timestamptz
      from total where feedback < ${FEEDBACK_MAX}
      on conflict do nothing returning id)
    select (select id from inserted) as id, feedback >= ${FEEDBACK_MAX} as "isFull" from total`.execute(tx)
  const [row] = rows
  if (row?.isFull === true) throw new Refusal(400, `You have loved or hated ${FEEDBACK_MAX} tracks, the maximum.`)
  return row !== undefined && row.id !== null
}

const isTarget = ({ trackId, recordingMbid }: FeedbackTarget): RawBuilder<boolean> =>
  trackId === undefined
    ? sql<boolean>`(track_id is null and recording_mbid = ${recordingMbid}::uuid)`
    : sql<boolean>`(track_id = ${trackId} or track_id is null and recording_mbid = ${recordingMbid ?? null}::uuid)`

/** Selects the columns for a `Feedback` from `track_feedback as feedback` with `joinTrack`. */
const selectFeedback = sql`feedback.id, feedback.track_id as "trackId", artists.name as artist, tracks.title,
  artists.id as "artistId", coalesce(feedback.recording_mbid, tracks.mbid) as "recordingMbid",
  artists.mbid as "artistMbid", feedback.score, feedback.created_at as "createdAt"`
const joinTrack = sql`left join tracks on tracks.id = feedback.track_id left join artists on artists.id = tracks.artist_id`

/** A page of feedback, latest first; without a score, both loves and hates. */
interface FeedbackPage {
  readonly score?: -1 | 1 | undefined
  /** Whether recordings without a track are left out. */
  readonly isTrack?: boolean
  readonly limit: number
  readonly offset?: number
}

/** Returns a member's feedback, latest first. */
export async function listFeedback(
  db: Db,
  memberId: number,
  { limit, offset = 0, ...which }: FeedbackPage,
): Promise<readonly Feedback[]> {
  const { rows } = await sql<Feedback>`select ${selectFeedback}
    from (select * from track_feedback where member_id = ${memberId} and ${isAmong(which)}
      order by created_at desc, id desc limit ${limit} offset ${offset}) as feedback ${joinTrack}
    order by feedback.created_at desc, feedback.id desc`.execute(db)
  return rows
}

export async function countFeedback(
  db: Db,
  memberId: number,
  which: Omit<FeedbackPage, 'limit' | 'offset'> = {},
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from track_feedback
    where member_id = ${memberId} and ${isAmong(which)}`.execute(db)
  return rows[0]?.total ?? 0
}

const isAmong = ({ score, isTrack = false }: Omit<FeedbackPage, 'limit' | 'offset'>): RawBuilder<boolean> =>
  sql<boolean>`(${score === undefined ? sql`true` : sql`score = ${score}`} and ${isTrack ? sql`track_id is not null` : sql`true`})`

/** Returns a member's feedback on tracks, and on recordings without a track. */
export async function findFeedback(
  db: Db,
  memberId: number,
  trackIds: readonly number[],
  recordingMbids: readonly string[] = [],
): Promise<readonly Feedback[]> {
  const { rows } = await sql<Feedback>`select ${selectFeedback} from track_feedback as feedback ${joinTrack}
    where feedback.member_id = ${memberId} and (feedback.track_id = any(${trackIds}::bigint[])
      or feedback.track_id is null and feedback.recording_mbid = any(${recordingMbids}::uuid[]))`.execute(db)
  return rows
}

export async function findLovedTracks(
  db: Db,
  memberId: number,
  trackIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select track_id as id from track_feedback
    where member_id = ${memberId} and track_id = any(${trackIds}::bigint[]) and score = 1`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Moves a member's feedback to the track to which another track's listens were corrected, unless
 * the member has other listens to that. The recording MBID does not move: it may be incorrect.
 */
export async function correctFeedback(tx: Tx, memberId: number, moved: Pair, now: Date): Promise<void> {
  const { from, into } = moved
  const { rows } = await sql<{ recordingMbid: string | null }>`
    select recording_mbid as "recordingMbid" from track_feedback
    where member_id = ${memberId} and track_id = ${from}
      and not exists (select from track_plays where member_id = ${memberId} and track_id = ${from})`.execute(tx)
  const [former] = rows
  if (former === undefined) return
  await queueLove(tx, memberId, { trackId: from, recordingMbid: former.recordingMbid ?? undefined }, 0, now)
  await sql`update track_feedback set recording_mbid = null where member_id = ${memberId}
    and track_id = ${from}`.execute(tx)
  await moveFeedback(tx, [moved], memberId)
  const [stored] = await findFeedback(tx, memberId, [into])
  if (stored !== undefined) await queueLove(tx, memberId, { trackId: into }, stored.score, now)
}

/**
 * Moves the feedback on tracks to others: a member's, or all. If a member has feedback on both, the
 * later one stays.
 */
export async function moveFeedback(tx: Tx, pairs: readonly Pair[], memberId?: number): Promise<void> {
  const isOfMember = (column: string) => (memberId === undefined ? sql`true` : sql`${sql.ref(column)} = ${memberId}`)
  await sql`delete from track_feedback as less using (
      select from_id as id, into_id as other_id from ${selectPairs(pairs)}
      union all select into_id, from_id from ${selectPairs(pairs)}) as side join track_feedback as more on more.track_id = other_id
    where less.track_id = side.id and less.member_id = more.member_id and ${isOfMember('less.member_id')}
      and (less.created_at, less.id) < (more.created_at, more.id)`.execute(tx)
  const mergedFrom = memberId === undefined ? sql`coalesce(merged_from, from_id)` : sql`null`
  await sql`update track_feedback set track_id = into_id, merged_from = ${mergedFrom} from ${selectPairs(pairs)}
    where track_id = from_id and ${isOfMember('member_id')}`.execute(tx)
}
