import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

test('every table with members is in the export or in the list of exceptions', async () => {
  const server = await testServer()
  const computed = [
    'artist_plays',
    'plays_daily',
    'track_plays',
    'album_plays',
    'album_plays_daily',
    'source_days',
    'artist_plays_changes',
    'impossible_days',
  ]
  const taste = ['taste_changes', 'taste_members', 'taste_neighbours', 'taste_weights']
  const notes = [
    'fairness_checks',
    'unranked_members',
    'identity_claims',
    'credit_claims',
    'sent_names',
    'listen_doubles',
    'listen_double_pairs',
    'double_checks',
    'listen_sources',
    'listen_changes',
    'conversations',
    'demo_members',
    'now_playing',
    'set_aside_scrobbles',
  ]
  const copies = ['chart_artists', 'chart_tracks', 'chart_days', 'refreshes']
  const doors = [
    'client_ids',
    'password_resets',
    'email_confirmations',
    'passkey_challenges',
    'sign_in_flows',
    'source_proofs',
    'program_requests',
  ]
  const own = [
    'listens',
    'listen_details',
    'changed_listens',
    'listen_corrections',
    'pictures',
    'member_sources',
    'sessions',
    'known_addresses',
    'confirmed_emails',
    'passkeys',
    'linked_identities',
    'scrobble_tokens',
    'scrobble_inbox',
    'track_feedback',
    'rejected_track_links',
    'later_tracks',
    'ignored_artists',
    'notification_settings',
    'push_subscriptions',
    'followed_accounts',
    'music_libraries',
    'library_songs',
    'relays',
    'relayed_listens',
    'relayed_loves',
    'imports',
    'report_schedules',
    'broadcasts',
    'broadcast_mentions',
    'likes',
    'play_reactions',
    'replies',
    'reply_mentions',
    'activity',
  ]
  const shared = ['follows', 'blocks', 'mutes', 'reports', 'messages', 'song_swaps']
  const standing = ['warnings', 'suspensions', 'invitations']
  // Notes are the admins' own; the inviter sees who joined.
  const ofAdmins = ['member_notes', 'invited_members']
  const { rows } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'members'::regclass
    union select table_name from information_schema.columns where table_schema = 'public' and column_name = 'member_id'`.execute(
    server.db,
  )
  // An id and a member: the broadcast's content is deleted.
  const traces = ['deleted_broadcasts']
  const known = [
    ...computed,
    ...taste,
    ...notes,
    ...copies,
    ...doors,
    ...own,
    ...shared,
    ...standing,
    ...ofAdmins,
    ...traces,
  ]
  expect(rows.map((row) => row.table).toSorted()).toEqual(known.toSorted())
})
