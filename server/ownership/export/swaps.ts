import { sql } from 'kysely'
import { type Section, section, selectName, selectTime, selectTrack } from './section.ts'

/** Reads each side by its own index: an `or` would scan all swaps. */
export const swapsSection = (id: number): Section =>
  section(
    'swaps.jsonl',
    'Your Track Swaps: tracks, ratings (1 to 5, each is swag for the other side), what was written with them, how they ended, and when a side agreed to share the results.',
    sql`select id as key, json_build_object('id', id, 'initiator', ${selectName('sides.initiator_id')},
      'matched', ${selectName('sides.matched_id')}, 'initiator_sent', ${selectTrack('sides.initiator_track_id')},
      'matched_sent', ${selectTrack('sides.matched_track_id')}, 'rating_by_initiator', initiator_rating,
      'rating_by_matched', matched_rating, 'written_with_initiator_track', initiator_track_text,
      'written_with_matched_track', matched_track_text,
      'written_with_initiator_rating', initiator_rating_text,
      'written_with_matched_rating', case when matched_id = ${id} or completed_at is not null then matched_rating_text end,
      'ended', ended, 'created_at', ${selectTime('sides.created_at')},
      'completed_at', ${selectTime('sides.completed_at')}, 'ended_at', ${selectTime('sides.ended_at')},
      'initiator_shares_at', ${selectTime('sides.initiator_shares_at')},
      'matched_shares_at', ${selectTime('sides.matched_shares_at')}) as line
      from (select * from song_swaps where initiator_id = ${id}
        union all select * from song_swaps where matched_id = ${id} and initiator_track_id is not null) as sides`,
  )
