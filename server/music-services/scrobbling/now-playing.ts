import { type RawBuilder, sql } from 'kysely'
import type { Playing } from '#contract/listening/now-playing.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { listeningOpenTo, notMutedBy } from '#server/db/visible-to.ts'
import type { Services } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrackByName, type TrackName } from '#server/listening/catalogue/catalogue.ts'
import { isIgnored } from '#server/listening/catalogue/ignored.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { hasReactedToPlaying } from '#server/listening/index.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { queuePlaying } from '../relays/relay-playing.ts'
import type { Bearer } from './tokens.ts'

/** Assumed length for a track without a duration; ListenBrainz assumes the same. */
const DEFAULT_S = 600
/** A longer duration is in another unit. */
const LONGEST_S = 6 * 3600
const SHOWN = 50

/** A current track; its length is in the details, if they have one. */
interface NewPlaying extends TrackName {
  readonly details?: ListenDetails
}

/** A token, or null for the page, which has a session. */
type Sender = Pick<Bearer, 'memberId' | 'isSuspended'> & { readonly tokenId: number | null }

/**
 * Stores a member's current track until it ends, replacing the previous one, and has it relayed. A
 * second player, or the same one by a second protocol, that repeats the current track without its
 * length changes nothing. A repeated track is not relayed again, so that it cannot circle between
 * two servers. Does nothing for a suspended member. Throws a Refusal 401 if the token no longer
 * exists.
 */
export async function playNow(
  services: Pick<Services, 'db' | 'jobs' | 'log'>,
  { tokenId, memberId, isSuspended }: Sender,
  track: NewPlaying,
  now: Date,
): Promise<void> {
  if (isSuspended) return
  const durationS = (track.details?.durationMs ?? 0) / 1000
  const known = durationS > 0 && durationS <= LONGEST_S
  const lengthS = known ? durationS : DEFAULT_S
  const endsAt = new Date(now.getTime() + lengthS * 1000)
  const isRepeated = sql<boolean>`(not ${known}::boolean and now_playing.ends_at > excluded.started_at
    and now_playing.artist_key = excluded.artist_key and lower(now_playing.title) = lower(excluded.title))`
  const isSameTrack = sql<boolean>`(before.ends_at > ${now}::timestamptz
    and before.artist_key = ${nameKey(track.artist)} and lower(before.title) = lower(${track.title}))`
  const { rows } = await sql<{ isRelayed: boolean }>`
    with before as materialized (select * from now_playing where member_id = ${memberId}),
    stored as (insert into now_playing (member_id, artist, artist_key, title, started_at, ends_at, details)
    select ${memberId}::bigint, ${track.artist}, ${nameKey(track.artist)}, ${track.title},
      ${now}::timestamptz, ${endsAt}::timestamptz, ${track.details === undefined ? null : JSON.stringify(track.details)}::jsonb
    where ${tokenId === null ? sql`true` : sql`exists (select from scrobble_tokens where id = ${tokenId})`}
    on conflict (member_id) do update set artist = excluded.artist, artist_key = excluded.artist_key,
      title = excluded.title, details = excluded.details,
      started_at = case when ${isRepeated} then now_playing.started_at else excluded.started_at end,
      ends_at = case when ${isRepeated} then now_playing.ends_at else excluded.ends_at end,
      version = case when ${isRepeated} then now_playing.version else excluded.version end
    returning member_id)
    select not exists (select from before where ${isSameTrack})
      and exists (select from relays where relays.member_id = stored.member_id and is_on and not is_stopped) as "isRelayed"
    from stored`.execute(services.db)
  if (rows[0] === undefined) throw new Refusal(401, 'Invalid authorization token.')
  if (rows[0].isRelayed) await queuePlaying(services, memberId)
}

export async function stopPlaying(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('now_playing').where('member_id', '=', memberId).execute()
}

/** Returns a member's current track, unless it is hidden from the viewer (null: a visitor). */
export async function findPlaying(
  db: Db,
  memberId: number,
  viewerId: number | null,
  now: Date,
): Promise<Playing | undefined> {
  const isOwn = viewerId === memberId
  const isShown = isOwn ? sql`true` : sql`${listeningOpenTo(viewerId, 'now_playing.member_id')} and ${isCounted}`
  const isOfMember = sql<boolean>`(now_playing.member_id = ${memberId} and ${isShown})`
  const [playing] = await listPlaying(db, viewerId, isOfMember, now)
  if (playing === undefined) return undefined
  const trackId = await findTrackByName(db, { artist: playing.artist, title: playing.track })
  return { ...playing, track_id: trackId ?? null }
}

/** Returns the details for a member's own current track, as its player sent them. */
export async function findPlayingDetails(db: Db, memberId: number): Promise<ListenDetails> {
  const { rows } = await sql<{ details: ListenDetails | null }>`
    select details from now_playing where member_id = ${memberId}`.execute(db)
  return rows[0]?.details ?? {}
}

/**
 * Returns followed members' current tracks, latest first, without muted members and those hidden
 * from the member.
 */
export async function listFollowedPlaying(db: Db, memberId: number, now: Date): Promise<Playing[]> {
  return listPlaying(db, memberId, isFollowed(memberId), now)
}

/**
 * Selects a number that changes with the member's own track and the result of
 * `listFollowedPlaying`; 0 if nothing plays.
 */
export const selectPlayingVersion = (memberId: number, now: Date): RawBuilder<number> => sql<number>`(
  select coalesce(sum(version), 0) from now_playing
  where member_id in (select followee_id from follows where follower_id = ${memberId} union all select ${memberId})
    and ends_at > ${now}::timestamptz and (member_id = ${memberId} or ${isFollowed(memberId)}))`

const isFollowed = (memberId: number): RawBuilder<boolean> => sql<boolean>`(
  exists (select from follows where follower_id = ${memberId} and followee_id = now_playing.member_id)
  and ${listeningOpenTo(memberId, 'now_playing.member_id')} and ${notMutedBy(memberId, 'now_playing.member_id')}
  and ${isCounted})`

/** Whether the member does not ignore the artist. */
const isCounted = sql<boolean>`not exists (select from artists where name_key = now_playing.artist_key
  and ${isIgnored('now_playing.member_id', sql`coalesce(artists.merged_into, artists.id)`)})`

async function listPlaying(db: Db, viewerId: number | null, which: RawBuilder<boolean>, now: Date): Promise<Playing[]> {
  const rows = await db
    .selectFrom('now_playing')
    .innerJoin('members', 'members.id', 'now_playing.member_id')
    .leftJoin('artists', 'artists.name_key', 'now_playing.artist_key')
    .select(['members.name as username', 'picture_url', 'title', 'artist', 'artists.id as artist_id'])
    .select(['started_at', 'ends_at'])
    .select(selectReaction(viewerId).as('is_reacted'))
    .where('ends_at', '>', now)
    .where(which)
    .orderBy('started_at', 'desc')
    .orderBy('now_playing.version', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ picture_url, title, started_at, ends_at, is_reacted, ...row }) => ({
    ...row,
    track: title,
    track_id: null,
    pfpsm: toPictures(picture_url).pfpsm,
    started_at: started_at.toISOString(),
    ends_at: ends_at.toISOString(),
    is_reacted: is_reacted ?? undefined,
  }))
}

/** Selects whether a member has reacted to the track; null for a visitor and for the own one. */
const selectReaction = (viewerId: number | null): RawBuilder<boolean | null> =>
  viewerId === null
    ? sql<null>`null`
    : sql<boolean | null>`case when now_playing.member_id <> ${viewerId} then ${hasReactedToPlaying(viewerId)} end`
