import { sql } from 'kysely'
import { toMsid } from '#server/music-services/index.ts'
import { type Section, section } from './section.ts'

/** Loved and hated tracks in ListenBrainz' export layout, which lacks names. */
export const feedbackSection = (memberId: number): Section =>
  section(
    'feedback.jsonl',
    "The tracks that you love (1) and hate (-1), in the layout of ListenBrainz' exports, with their names.",
    sql`select feedback.id as key, json_build_object('recording_msid', track_id, 'recording_mbid', coalesce(recording_mbid, tracks.mbid),
      'score', score, 'created', floor(extract(epoch from feedback.created_at))::float8, 'track_metadata', case when artists.id is not null
        then json_build_object('artist_name', artists.name, 'track_name', tracks.title) end) as line
      from track_feedback as feedback left join tracks on tracks.id = track_id left join artists on artists.id = tracks.artist_id
      where member_id = ${memberId}`,
    ({ recording_msid: trackId, track_metadata, ...line }) => ({
      recording_msid: trackId === null ? null : toMsid(Number(trackId)),
      ...line,
      ...(track_metadata !== null && { track_metadata }),
    }),
  )
