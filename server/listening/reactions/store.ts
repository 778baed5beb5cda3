import { type RawBuilder, sql } from 'kysely'
import { SAME_PLAY_MS } from '#contract/listening/play-reactions.ts'
import { insertPlayReactionActivity } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { findTrackByName, insertTracks, type TrackName } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'

interface NamedPlay {
  readonly listenerId: number
  readonly name: TrackName
  readonly playedAt: Date
}

/** Returns the condition that a play that starts at `start` is the one that starts at `playedAt`. */
const isSamePlay = (start: RawBuilder<unknown>, playedAt: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${start} between ${playedAt} - interval '${sql.lit(SAME_PLAY_MS)} ms' and ${playedAt} + interval '${sql.lit(SAME_PLAY_MS)} ms'`

/**
 * Returns the track of a play: from its member's current or last one, else from a listen. Undefined
 * if the member has not played it then.
 */
export async function findPlayedTrack(tx: Tx, { listenerId, name, playedAt }: NamedPlay): Promise<number | undefined> {
  const at = sql`${playedAt}::timestamptz`
  const { rows: playing } = await sql<TrackName>`select artist, title from now_playing
    where member_id = ${listenerId} and artist_key = ${nameKey(name.artist)}
      and lower(title) = lower(${name.title}) and ${isSamePlay(sql`started_at`, at)}`.execute(tx)
  if (playing[0] !== undefined) return (await insertTracks(tx, [playing[0]]))[0]
  const trackId = await findTrackByName(tx, name)
  if (trackId === undefined) return undefined
  const { rows: listens } = await sql`select from listens where member_id = ${listenerId} and track_id = ${trackId}
    and ${isSamePlay(sql`listened_at`, at)} limit 1`.execute(tx)
  return listens.length > 0 ? trackId : undefined
}

interface NewReaction {
  readonly memberId: number
  readonly listenerId: number
  readonly trackId: number
  readonly playedAt: Date
  readonly mayNotify: () => Promise<boolean>
  readonly now: Date
}

/** Inserts a reaction and its activity, unless the member has reacted to the play. */
export async function insertPlayReaction(tx: Tx, reaction: NewReaction): Promise<void> {
  const { memberId, listenerId, trackId, playedAt, mayNotify, now } = reaction
  const at = sql`${playedAt}::timestamptz`
  const { rows } = await sql<{ id: number }>`
    insert into play_reactions (member_id, listener_id, track_id, played_at, created_at)
    select ${memberId}::bigint, ${listenerId}::bigint, ${trackId}::bigint, ${at}, ${now}::timestamptz
    where not ${hasReacted(memberId, { listenerId: sql`${listenerId}`, playedAt: at, isTrack: isOfTrack(sql`${trackId}`) })}
    on conflict do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined || !(await mayNotify())) return
  await insertPlayReactionActivity(tx, { reactionId: id, actorId: memberId, recipientId: listenerId, now })
}

/** Deletes a member's reaction to a play, and its activity. */
export async function deletePlayReaction(tx: Tx, memberId: number, trackId: number, play: NamedPlay): Promise<void> {
  await sql`delete from play_reactions where member_id = ${memberId} and listener_id = ${play.listenerId}
    and ${isOfTrack(sql`${trackId}`)} and ${isSamePlay(sql`played_at`, sql`${play.playedAt}::timestamptz`)}`.execute(tx)
}

const isOfTrack = (trackId: RawBuilder<unknown>) => sql`play_reactions.track_id in (
  select spelling.id from tracks as spelling where ${trackId} in (spelling.id, spelling.merged_into))`

/** Returns the condition that a member has reacted to `listenerId`'s listen in these columns. */
export const hasReactedToListen = (memberId: number, listenerId: number): RawBuilder<boolean> =>
  hasReacted(memberId, {
    listenerId: sql`${listenerId}`,
    playedAt: sql`listened_at`,
    isTrack: isOfTrack(sql`listen.track_id`),
  })

/**
 * Returns the condition that a member has reacted to the row of `now_playing`, which has only
 * names.
 */
export const hasReactedToPlaying = (memberId: number): RawBuilder<boolean> =>
  hasReacted(memberId, {
    listenerId: sql`now_playing.member_id`,
    playedAt: sql`started_at`,
    isTrack: sql`(played_at = started_at or exists (select from tracks
      where tracks.id = play_reactions.track_id and lower(tracks.title) = lower(now_playing.title)))`,
  })

const hasReacted = (
  memberId: number,
  { listenerId, playedAt, isTrack }: Readonly<Record<'listenerId' | 'playedAt' | 'isTrack', RawBuilder<unknown>>>,
): RawBuilder<boolean> => sql<boolean>`exists (select from play_reactions
  where play_reactions.member_id = ${memberId} and listener_id = ${listenerId}
    and ${isSamePlay(sql`played_at`, playedAt)} and ${isTrack})`
