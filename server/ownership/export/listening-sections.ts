import { sql } from 'kysely'
import { SERVICE_NUMBERS, SOURCE_NUMBERS } from '#server/listening/index.ts'
import { type Section, section, selectName, selectTime, selectTrack } from './section.ts'

/** Returns the sections for what decides how a member's listens count. */
export const listeningSections = (id: number): readonly Section[] => [
  section(
    'rejected-links.jsonl',
    'Links of tracks at music services that lead to another song, as you have said.',
    sql`select row_number() over (order by created_at, track_id, service, external_id) as key, json_build_object(
      'track', ${selectTrack('track_id')}, 'service', ${selectNumbered(SERVICE_NUMBERS, 'service')}, 'id', external_id,
      'rejected_at', ${selectTime('created_at')}) as line
      from rejected_track_links where member_id = ${id}`,
  ),
  section(
    'later-tracks.jsonl',
    'Tracks that you have saved to listen later: when, who sent them, and when a listen took them off the list.',
    sql`select id as key, json_build_object('track', ${selectTrack('track_id')}, 'saved_at', ${selectTime('saved_at')},
      'from', ${selectName('from_member_id')}, 'heard_at', ${selectTime('heard_at')}) as line
      from later_tracks where member_id = ${id}`,
  ),
  section(
    'ignored-artists.jsonl',
    'Artists that count nowhere but among your own listens.',
    sql`select artist_id as key, json_build_object('artist_name', (select name from artists where artists.id = artist_id),
      'ignored_at', ${selectTime('ignored_at')}) as line from ignored_artists where member_id = ${id}`,
  ),
  section(
    'players.jsonl',
    'The players that may scrobble for you: their names, since when, and when they last did. Not their tokens.',
    sql`select id as key, json_build_object('name', name, 'created_at', ${selectTime('created_at')},
      'last_used_at', ${selectTime('last_used_at')}) as line from scrobble_tokens where member_id = ${id}`,
  ),
  section(
    'scrobbles-waiting.jsonl',
    'What your players have sent and what is not among your listens yet, or, with the reason, could not be counted.',
    sql`select id as key, json_build_object('listened_at', ${selectTime('listened_at')}, 'artist_name', artist, 'track_name', title,
      'received_at', ${selectTime('received_at')}, 'error', error) as line from scrobble_inbox where member_id = ${id}`,
  ),
  section(
    'changed-listens.jsonl',
    'Single listens that you have deleted or corrected: what was sent, and what it was corrected to.',
    sql`select row_number() over (order by listened_at, track_id) as key, json_build_object(
      'listened_at', ${selectTime('listened_at')}, 'source', ${selectNumbered(SOURCE_NUMBERS, 'source')}, 'track', ${selectTrack('changed_listens.track_id')},
      'corrected_to', ${selectTrack('changed_listens.moved_to')}, 'changed_at', ${selectTime('changed_at')}) as line
      from changed_listens where member_id = ${id}`,
  ),
  section(
    'corrections.jsonl',
    'Tracks that you have corrected in all of your listens, also in those that arrive later.',
    sql`select id as key, json_build_object('track', ${selectTrack('listen_corrections.track_id')},
      'on_album', (select title from albums where albums.id = on_album), 'of_any_album', on_album is null,
      'corrected_to', ${selectTrack('listen_corrections.to_track')}, 'album', to_album, 'of_artist', of_artist,
      'changed_at', ${selectTime('changed_at')}) as line from listen_corrections where member_id = ${id}`,
  ),
  section(
    'imports.jsonl',
    'The files of listens that you have sent, and what became of them.',
    sql`select id as key, json_build_object('file_name', file_name, 'status', status, 'note', note, 'taken', taken,
      'already_here', known, 'skipped', skipped, 'started_at', ${selectTime('started_at')}, 'ended_at', ${selectTime('ended_at')}) as line
      from imports where member_id = ${id}`,
  ),
]

const selectNumbered = (numbers: Readonly<Record<string, number>>, column: string) => {
  const names = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [number, name]))
  return sql<string>`${JSON.stringify(names)}::json ->> ${sql.ref(column)}::text`
}
