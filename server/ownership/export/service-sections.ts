import { sql } from 'kysely'
import { type Section, section, selectTime, selectTrack } from './section.ts'

/** Returns the sections for the music services and the library that a member has linked. */
export const serviceSections = (id: number): readonly Section[] => [
  section(
    'music-service.jsonl',
    'The music service that your charts come from, if one does.',
    sql`select member_id as key, json_build_object('service', service, 'account', account, 'base_url', base_url,
      'is_proven', is_proven, 'chosen_at', ${selectTime('chosen_at')}, 'refreshed_at', ${selectTime('refreshed_at')}) as line
      from member_sources where member_id = ${id}`,
  ),
  section(
    'followed-account.jsonl',
    'The account at ListenBrainz whose listens are added here, and how far they have been read.',
    sql`select member_id as key, json_build_object('account', account, 'base_url', base_url,
      'chosen_at', ${selectTime('chosen_at')}, 'read_to', read_to, 'read_at', ${selectTime('read_at')}, 'added', added) as line
      from followed_accounts where member_id = ${id}`,
  ),
  section(
    'music-library.jsonl',
    'The music library that you have linked, and when its songs were last read. Not the access to it.',
    sql`select member_id as key, json_build_object('address', address, 'account', account, 'name', name,
      'linked_at', ${selectTime('linked_at')}, 'songs', songs, 'matched_at', ${selectTime('matched_at')}, 'failure', failure,
      'failed_at', ${selectTime('failed_at')}) as line from music_libraries where member_id = ${id}`,
  ),
  section(
    'library-songs.jsonl',
    'The tracks that your music library has, with the id that each has there.',
    sql`select row_number() over (order by track_id) as key, json_build_object('track', ${selectTrack('track_id')},
      'song_id', song_id, 'duration_ms', duration_ms, 'bytes', bytes, 'content_type', content_type) as line
      from library_songs where member_id = ${id}`,
  ),
  section(
    'relays.jsonl',
    'Where your scrobbles are forwarded to, how many were accepted, and the last failure. Not the access to the account.',
    sql`select row_number() over (order by service) as key, json_build_object('service', service, 'account', account,
      'base_url', base_url, 'is_on', is_on, 'linked_at', ${selectTime('linked_at')}, 'sent', sent, 'not_accepted', ignored,
      'last_sent_at', ${selectTime('last_sent_at')}, 'failure', failure, 'failed_at', ${selectTime('failed_at')}) as line
      from relays where member_id = ${id}`,
  ),
  section(
    'relays-pending.jsonl',
    'Listens that are to be forwarded and have not been accepted yet.',
    sql`select id as key, json_build_object('service', service, 'listened_at', ${selectTime('listened_at')}, 'artist_name', artist,
      'track_name', title, 'details', details) as line from relayed_listens where member_id = ${id}`,
  ),
  section(
    'relays-pending-loves.jsonl',
    'Loves (1), hates (-1) and their ends (0) that are to be forwarded and have not been accepted yet.',
    sql`select id as key, json_build_object('service', service, 'artist_name', artist, 'track_name', title,
      'recording_mbid', recording_mbid, 'score', score) as line from relayed_loves where member_id = ${id}`,
  ),
]
