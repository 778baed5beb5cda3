import { sql } from 'kysely'
import { isBroadcastOpen, isReplyOpen } from '#server/activity/index.ts'
import { SERVICE_NUMBERS, SOURCE_NUMBERS } from '#server/listening/index.ts'
import { conversationsSection } from './conversations.ts'
import { feedbackSection } from './feedback.ts'
import { type Section, section, selectName, selectTime, selectTrack } from './section.ts'

/**
 * Returns the sections for a member's data except listens and pictures. A domain that stores more
 * data must add it here; `tables.test.ts` finds missing tables.
 */
export const listSections = (id: number): readonly Section[] => [
  ...accountSections(id),
  feedbackSection(id),
  rejectedLinksSection(id),
  laterTracksSection(id),
  ignoredArtistsSection(id),
  ...broadcastSections(id),
  ...replySections(id),
  ...relationSections(id),
  ...standingSections(id),
  conversationsSection(id),
  swapsSection(id),
]

const rejectedLinksSection = (id: number): Section =>
  section(
    'rejected-links.jsonl',
    'Links of tracks at music services that lead to another song, as you have said.',
    sql`select row_number() over (order by created_at, track_id, service, external_id) as key, json_build_object(
      'track', ${selectTrack('track_id')}, 'service', ${selectService('service')}, 'id', external_id,
      'rejected_at', ${selectTime('created_at')}) as line
      from rejected_track_links where member_id = ${id}`,
  )

const laterTracksSection = (id: number): Section =>
  section(
    'later-tracks.jsonl',
    'Tracks that you have saved to listen later: when, who sent them, and when a listen took them off the list.',
    sql`select id as key, json_build_object('track', ${selectTrack('track_id')}, 'saved_at', ${selectTime('saved_at')},
      'from', ${selectName('from_member_id')}, 'heard_at', ${selectTime('heard_at')}) as line
      from later_tracks where member_id = ${id}`,
  )

const ignoredArtistsSection = (id: number): Section =>
  section(
    'ignored-artists.jsonl',
    'Artists that count nowhere but among your own listens.',
    sql`select artist_id as key, json_build_object('artist_name', (select name from artists where artists.id = artist_id),
      'ignored_at', ${selectTime('ignored_at')}) as line from ignored_artists where member_id = ${id}`,
  )

const selectNumbered = (numbers: Readonly<Record<string, number>>, column: string) => {
  const names = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [number, name]))
  return sql<string>`${JSON.stringify(names)}::json ->> ${sql.ref(column)}::text`
}
const selectSource = (column: string) => selectNumbered(SOURCE_NUMBERS, column)
const selectService = (column: string) => selectNumbered(SERVICE_NUMBERS, column)

const accountSections = (id: number): readonly Section[] => [
  section(
    'profile.jsonl',
    'Who you are here: name, e-mail address, swag, settings, linked music account, and the time zone of your weekly report.',
    sql`select id as key, json_build_object('username', name, 'first_name', first_name, 'last_name', last_name, 'email', email,
      'joined_at', ${selectTime('joined_at')}, 'last_login_at', ${selectTime('last_login_at')}, 'swag', swag, 'is_admin', is_admin,
      'hides_listening', hides_listening, 'is_private', is_private, 'shares_loved_tracks', shares_loved_tracks, 'hides_from_search', hides_from_search, 'music_account_kind', music_account_kind,
      'music_account_name', music_account_name, 'picture', picture_url, 'time_zone', (
        select time_zone from report_schedules where member_id = members.id)) as line from members where id = ${id}`,
  ),
  section(
    'music-service.jsonl',
    'The music service that your charts come from, if one does.',
    sql`select member_id as key, json_build_object('service', service, 'account', account, 'base_url', base_url,
      'is_proven', is_proven, 'chosen_at', ${selectTime('chosen_at')}, 'refreshed_at', ${selectTime('refreshed_at')}) as line
      from member_sources where member_id = ${id}`,
  ),
  section(
    'sessions.jsonl',
    'Where you are signed in: browser and system, since when, last use, and until when.',
    sql`select id as key, json_build_object('device', device, 'created_at', ${selectTime('created_at')}, 'last_used_at', ${selectTime('last_used_at')},
      'renewed_at', ${selectTime('renewed_at')}, 'expires_at', ${selectTime('expires_at')}) as line from sessions where member_id = ${id}`,
  ),
  section(
    'notification-settings.jsonl',
    'The kinds of notifications that you have switched off, and your quiet hours in minutes of the day.',
    sql`select member_id as key, json_build_object('off', off, 'quiet_from', quiet_from, 'quiet_to', quiet_to,
      'time_zone', time_zone) as line from notification_settings where member_id = ${id}`,
  ),
  section(
    'notification-devices.jsonl',
    'The browsers that notifications are pushed to: the push service, since when, and the last push. Not the secrets of the subscription.',
    sql`select id as key, json_build_object('push_service', host, 'subscribed_at', ${selectTime('subscribed_at')},
      'pushed_at', ${selectTime('pushed_at')}) as line from push_subscriptions where member_id = ${id} and host <> ''`,
  ),
  section(
    'addresses.jsonl',
    'Addresses from which you have logged in, as SHA-256 of your number and the address: guesses from elsewhere do not lock you out.',
    sql`select row_number() over (order by last_used_at, address_hash) as key, json_build_object(
      'sha256', encode(address_hash, 'hex'), 'last_used_at', ${selectTime('last_used_at')}) as line
      from known_addresses where member_id = ${id}`,
  ),
  section(
    'confirmed-email.jsonl',
    'The e-mail address that you have confirmed, and when.',
    sql`select member_id as key, json_build_object('email', email, 'confirmed_at', ${selectTime('confirmed_at')}) as line
      from confirmed_emails where member_id = ${id}`,
  ),
  section(
    'passkeys.jsonl',
    'Your passkeys: their names, since when, when you last logged in with them, and whether they are synchronized between devices. Not their keys.',
    sql`select id as key, json_build_object('name', name, 'created_at', ${selectTime('created_at')},
      'last_used_at', ${selectTime('last_used_at')}, 'is_backed_up', is_backed_up) as line from passkeys where member_id = ${id}`,
  ),
  section(
    'linked-identities.jsonl',
    'Your account at the provider of single sign-on: its address, the number that it has for you, since when it is linked, and when you last signed in with it.',
    sql`select row_number() over (order by issuer) as key, json_build_object('issuer', issuer, 'subject', subject,
      'linked_at', ${selectTime('created_at')}, 'last_used_at', ${selectTime('last_used_at')}) as line
      from linked_identities where member_id = ${id}`,
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
      'listened_at', ${selectTime('listened_at')}, 'source', ${selectSource('source')}, 'track', ${selectTrack('changed_listens.track_id')},
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
  section(
    'imports.jsonl',
    'The files of listens that you have sent, and what became of them.',
    sql`select id as key, json_build_object('file_name', file_name, 'status', status, 'note', note, 'taken', taken,
      'already_here', known, 'skipped', skipped, 'started_at', ${selectTime('started_at')}, 'ended_at', ${selectTime('ended_at')}) as line
      from imports where member_id = ${id}`,
  ),
]

const broadcastSections = (id: number): readonly Section[] => [
  section(
    'broadcasts.jsonl',
    'What you have broadcast, and the members that the captions mention.',
    sql`select id as key, json_build_object('id', id, 'title', title, 'body', body, 'shared_track', ${selectTrack('broadcasts.track_id')},
      'mentions', (select coalesce(json_agg(${selectName('broadcast_mentions.member_id')}), '[]') from broadcast_mentions where broadcast_id = broadcasts.id),
      'likes', likes, 'created_at', ${selectTime('created_at')}) as line from broadcasts where author_id = ${id}`,
  ),
  section(
    'likes.jsonl',
    'Broadcasts that you like.',
    sql`select broadcast_id as key, json_build_object('broadcast_id', broadcast_id, 'author', ${selectName('broadcasts.author_id')},
      'title', title, 'shared_track', ${selectTrack('broadcasts.track_id')}, 'liked_at', ${selectTime('likes.created_at')}) as line
      from likes join broadcasts on broadcasts.id = broadcast_id where member_id = ${id}`,
  ),
  section(
    'play-reactions.jsonl',
    'Reactions of yours to what others play, and of others to what you play.',
    sql`select id as key, json_build_object('by', ${selectName('member_id')}, 'listener', ${selectName('listener_id')},
      'track', ${selectTrack('track_id')}, 'played_at', ${selectTime('played_at')}, 'reacted_at', ${selectTime('created_at')}) as line
      from play_reactions where ${id}::bigint in (member_id, listener_id)`,
  ),
]

const replySections = (id: number): readonly Section[] => [
  section(
    'replies.jsonl',
    'Your replies to broadcasts, and the members that they mention.',
    sql`select id as key, json_build_object('id', id, 'broadcast_id', broadcast_id, 'author', (select ${selectName('broadcasts.author_id')}
        from broadcasts where broadcasts.id = broadcast_id), 'text', body,
      'mentions', (select coalesce(json_agg(${selectName('reply_mentions.member_id')}), '[]') from reply_mentions where reply_id = replies.id),
      'created_at', ${selectTime('created_at')}, 'edited_at', ${selectTime('edited_at')}) as line
      from replies where author_id = ${id}`,
  ),
  section(
    'mentions.jsonl',
    'Replies of others that mention you, as far as you can see them.',
    sql`select reply_id as key, json_build_object('reply_id', reply_id, 'broadcast_id', broadcast_id, 'author', ${selectName('replies.author_id')},
      'text', replies.body, 'created_at', ${selectTime('replies.created_at')}) as line
      from reply_mentions join replies on replies.id = reply_id join broadcasts on broadcasts.id = broadcast_id
      where member_id = ${id} and ${isReplyOpen(id)}`,
  ),
  section(
    'caption-mentions.jsonl',
    'Broadcasts of others whose captions mention you, as far as you can see them.',
    sql`select broadcast_id as key, json_build_object('broadcast_id', broadcast_id, 'author', ${selectName('broadcasts.author_id')},
      'text', broadcasts.title, 'created_at', ${selectTime('broadcasts.created_at')}) as line
      from broadcast_mentions join broadcasts on broadcasts.id = broadcast_id
      where member_id = ${id} and ${isBroadcastOpen(id)}`,
  ),
]

const relationSections = (id: number): readonly Section[] => [
  section(
    'following.jsonl',
    'Whom you follow.',
    sql`select id as key, json_build_object('username', ${selectName('follows.followee_id')}, 'since', ${selectTime('created_at')}) as line
      from follows where follower_id = ${id}`,
  ),
  section(
    'followers.jsonl',
    'Who follows you.',
    sql`select id as key, json_build_object('username', ${selectName('follows.follower_id')}, 'since', ${selectTime('created_at')}) as line
      from follows where followee_id = ${id}`,
  ),
  section(
    'blocks.jsonl',
    'Whom you have blocked.',
    sql`select blocked_id as key, json_build_object('username', ${selectName('blocks.blocked_id')}, 'since', ${selectTime('created_at')}) as line
      from blocks where blocker_id = ${id}`,
  ),
  section(
    'mutes.jsonl',
    'Whom you have muted.',
    sql`select muted_id as key, json_build_object('username', ${selectName('mutes.muted_id')}, 'since', ${selectTime('created_at')}) as line
      from mutes where muter_id = ${id}`,
  ),
  section(
    'reports.jsonl',
    'What you have reported to the admins, and whether they are done with it.',
    sql`select id as key, json_build_object('username', ${selectName('reports.reported_id')}, 'reason', reason, 'about', related_type,
      'about_id', related_id, 'quote', quote, 'created_at', ${selectTime('created_at')}, 'closed_at', ${selectTime('closed_at')}) as line
      from reports where reporter_id = ${id}`,
  ),
  section(
    'activity.jsonl',
    'What others did that you were told of.',
    sql`select id as key, json_build_object('kind', kind, 'username', ${selectName('activity.actor_id')}, 'broadcast_id', broadcast_id,
      'swap_id', swap_id, 'reply_id', reply_id, 'created_at', ${selectTime('created_at')}) as line from activity where member_id = ${id}`,
  ),
]

const standingSections = (id: number): readonly Section[] => [
  section(
    'warnings.jsonl',
    'Warnings by the admins, and what they hid or deleted of yours.',
    sql`select id as key, json_build_object('kind', kind, 'reason', reason, 'about', about,
      'created_at', ${selectTime('created_at')}, 'confirmed_at', ${selectTime('confirmed_at')}) as line
      from warnings where member_id = ${id}`,
  ),
  section(
    'suspension.jsonl',
    'The last suspension of your account, if it was not ended by an admin.',
    sql`select member_id as key, json_build_object('reason', reason, 'since', ${selectTime('since')},
      'until', ${selectTime('until')}) as line from suspensions where member_id = ${id}`,
  ),
  section(
    'invitations.jsonl',
    'Your invitations: how often they were used, and until when they can be.',
    sql`select id as key, json_build_object('uses', uses, 'max_uses', max_uses, 'created_at', ${selectTime('created_at')},
      'expires_at', ${selectTime('expires_at')}, 'revoked_at', ${selectTime('revoked_at')}) as line
      from invitations where inviter_id = ${id}`,
  ),
]

/** Reads each side by its own index: an `or` would scan all swaps. */
const swapsSection = (id: number): Section =>
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
