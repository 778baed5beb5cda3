import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isSuspended, listeningOpenTo, openTo, visibleTo } from '#server/db/visible-to.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findArtist } from './catalogue.ts'
import { isOfArtist } from './credits.ts'

/*
 * Artists and albums are read by number. They do not exist for a viewer that may not see the
 * listening of any member that has played them: the numbers would reveal that listening.
 */

/** Whether the viewer (null: a visitor) may see the listening in the row `listener`. */
function isListenerOpen(viewerId: number | null, now: Date): RawBuilder<boolean> {
  const isOpen = listeningOpenTo(viewerId, 'listener.member_id')
  return viewerId === null ? sql<boolean>`(${isOpen} and not ${isSuspended('listener.member_id', now)})` : isOpen
}

/**
 * Returns whether the viewer may see an artist: by a member's listening, by a loved track, or by a
 * track that was broadcast, or shared with the viewer.
 */
async function isArtistOpenTo(db: Db, artistId: number, viewerId: number | null, now: Date): Promise<boolean> {
  const isOpen = isListenerOpen(viewerId, now)
  const isAuthorOpen =
    viewerId === null
      ? sql`(${openTo(null, 'author_id')} and not ${isSuspended('author_id', now)})`
      : openTo(viewerId, 'author_id')
  const { rows } = await sql<{ is: boolean }>`select
    exists (select from artist_plays as listener where listener.artist_id = ${artistId} and ${isOpen})
    or exists (select from chart_artists as listener where listener.artist_id = ${artistId} and ${isOpen})
    or exists (
      select from tracks join broadcasts on broadcasts.track_id = tracks.id
      where ${isOfArtist('tracks.artist_id', artistId)} and hidden_at is null and ${isAuthorOpen})
    or exists (
      select from tracks join track_feedback as listener on listener.track_id = tracks.id
      where ${isOfArtist('tracks.artist_id', artistId)} and score = 1 and ${isOpen} and (listener.member_id = ${viewerId}::bigint
        or exists (select from members where members.id = listener.member_id and shares_loved_tracks)))
    or ${viewerId === null ? sql`false` : isSharedWith(viewerId, artistId)} as is`.execute(db)
  return rows[0]?.is === true
}

/** Returns an artist that the viewer may see. Throws a Refusal 404. */
export async function getOpenArtist(
  db: Db,
  id: number,
  viewerId: number | null,
  now: Date,
): Promise<{ readonly id: number; readonly name: string }> {
  const artist = await findArtist(db, id)
  if (artist !== undefined && (await isArtistOpenTo(db, artist.id, viewerId, now))) return artist
  throw new Refusal(404, 'Artist not found')
}

/**
 * Whether a track by the artist is in one of the viewer's swaps or messages, or was played by the
 * viewer: `artist_plays` lacks artists that the viewer ignores.
 */
const isSharedWith = (viewerId: number, artistId: number): RawBuilder<boolean> => sql<boolean>`(exists (
    select from plays_daily where member_id = ${viewerId} and ${isOfArtist('plays_daily.artist_id', artistId)})
  or exists (
    select from song_swaps join tracks on tracks.id in (initiator_track_id, matched_track_id)
    where ${viewerId}::bigint in (initiator_id, matched_id) and ${isOfArtist('tracks.artist_id', artistId)})
  or exists (
    select from messages join tracks on tracks.id = messages.track_id
    where ${isOfArtist('tracks.artist_id', artistId)} and (sender_id = ${viewerId} and ${visibleTo(viewerId, 'messages.recipient_id')}
      or recipient_id = ${viewerId} and ${visibleTo(viewerId, 'messages.sender_id')})))`

/** Returns whether the viewer may see an album: by a member's listening. */
export async function isAlbumOpenTo(db: Db, albumId: number, viewerId: number | null, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select from album_plays as listener
    where listener.album_id = (select coalesce(merged_into, id) from albums where id = ${albumId})
      and ${isListenerOpen(viewerId, now)}) as is`.execute(db)
  return rows[0]?.is === true
}
