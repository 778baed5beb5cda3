import { sql } from 'kysely'
import type { LovedTrack } from '#contract/listening/loved-tracks.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { listeningOpenTo } from '#server/db/visible-to.ts'
import { trackUrl } from '../catalogue/track-url.ts'

/**
 * Returns whether a viewer (null: a visitor) may see a member's loved tracks: the viewer's own, or
 * if the member shares them and the viewer may see the member's listening.
 */
export async function canSeeLovedTracks(db: Db, viewerId: number | null, memberId: number): Promise<boolean> {
  if (viewerId === memberId) return true
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('shares_loved_tracks', '=', true)
    .where(listeningOpenTo(viewerId, 'members.id'))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a page of a member's loved tracks, the latest first. */
export async function listLovedTracks(db: Db, memberId: number, page: Page): Promise<Omit<LovedTrack, 'links'>[]> {
  const { rows } = await sql<Omit<LovedTrack, 'loved_at' | 'lastfmtrackurl' | 'links'> & { created_at: Date }>`
    select feedback.id, track_id, tracks.title as track, artists.name as artist, artist_id, feedback.created_at
    from track_feedback as feedback
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where member_id = ${memberId} and score = 1
      and ${isBelow(page, 'feedback.id')} ${findNewest(page, 'feedback.id')}`.execute(db)
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    lastfmtrackurl: trackUrl(row.artist, row.track),
    loved_at: created_at.toISOString(),
  }))
}

export async function listLovedTrackIds(db: Db, memberId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`select track_id as id from track_feedback
    where member_id = ${memberId} and score = 1 and track_id is not null order by track_id`.execute(db)
  return rows
}
