import { type RawBuilder, sql } from 'kysely'

/**
 * Returns common table expressions that end the wait for tracks in `fresh`: listens by `member_id`
 * in `members`, with `track_id` and `listened_at`. A listen from before a track was saved, as in an
 * imported file, does not.
 */
export const markHeard = (members: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    waiting as materialized (
      select id, member_id, track_id, saved_at from later_tracks where member_id = any(${members}) and heard_at is null),
    heard as (
      update later_tracks set heard_at = now() where id = any(array(
        select waiting.id from waiting join fresh on fresh.member_id = waiting.member_id
          and fresh.track_id = waiting.track_id and fresh.listened_at >= waiting.saved_at)))`
