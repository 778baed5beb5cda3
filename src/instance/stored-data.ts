/**
 * What the server stores about a member, who sees it, and for how long. A test compares `tables`
 * with the database tables, so that the page names every kind of data.
 */
interface StoredKind {
  readonly what: string
  readonly how: string
  readonly tables: readonly string[]
}

export const storedData: readonly StoredKind[] = [
  {
    what: 'Your account',
    how: 'Name, e-mail address, picture and settings, until you delete the account. The password is stored as an Argon2id hash. Others see name and picture.',
    tables: ['members', 'confirmed_emails', 'pictures', 'invited_members', 'invitations'],
  },
  {
    what: 'Where you are signed in',
    how: 'Browser, system and last use of each session, up to 180 days. Addresses that you log in from are stored as hashes, up to 180 days. Of a passkey: its name, its public key, and when it was created and last used, until you remove it. Of an account at the provider of single sign-on: the number that the provider has for you, until you unlink it. Links that reset a password or confirm an address end after 24 hours.',
    tables: [
      'sessions',
      'known_addresses',
      'password_resets',
      'email_confirmations',
      'passkeys',
      'passkey_challenges',
      'linked_identities',
      'sign_in_flows',
      'pending_sign_ups',
    ],
  },
  {
    what: 'Your listening',
    how: 'Each listen with its time and names, charts of linked services, and what is computed from them. Others see it unless you hide it. The time zone of your device, so that the weekly report comes on your Monday morning; only you see it and the report. Which listens your latest 20 imports had, so that you can undo one, and removed doubles for 30 days.',
    tables: [
      'listens',
      'listen_details',
      'sent_names',
      'source_days',
      'listen_changes',
      'changed_listens',
      'listen_corrections',
      'album_plays',
      'album_plays_daily',
      'report_schedules',
      'artist_plays',
      'artist_plays_changes',
      'plays_daily',
      'track_plays',
      'chart_artists',
      'chart_tracks',
      'chart_days',
      'refreshes',
      'imports',
      'import_listens',
      'listen_doubles',
      'listen_double_pairs',
      'double_checks',
      'listen_sources',
      'member_sources',
      'source_proofs',
      'scrobble_tokens',
      'scrobble_inbox',
      'set_aside_scrobbles',
      'scrobble_sessions',
      'program_requests',
      'track_feedback',
      'rejected_track_links',
      'later_tracks',
      'ignored_artists',
      'now_playing',
      'identity_claims',
      'credit_claims',
      'impossible_days',
      'fairness_checks',
      'unranked_members',
      'taste_changes',
      'taste_members',
      'taste_neighbours',
      'taste_weights',
    ],
  },
  {
    what: 'Accounts that you have linked',
    how: 'The access to your accounts at other services, encrypted, the listens and loves still to be sent to them, and the account that you follow, with its token if you gave one, encrypted, until you unlink it. Of your music library: its address, the access, encrypted, and which tracks it has. Only you see them.',
    tables: ['relays', 'relayed_listens', 'relayed_loves', 'followed_accounts', 'music_libraries', 'library_songs'],
  },
  {
    what: 'What you share',
    how: 'Broadcasts and replies with their mentions, likes, reactions to what others play, swaps and ratings, and follows, until you delete them or the account. The numbers of deleted broadcasts are stored for 90 days.',
    tables: [
      'broadcasts',
      'broadcast_mentions',
      'deleted_broadcasts',
      'likes',
      'play_reactions',
      'replies',
      'reply_mentions',
      'song_swaps',
      'follows',
      'activity',
    ],
  },
  {
    what: 'Your messages',
    how: 'Texts, tracks and reactions, visible to you and the other member. They stay in the conversation of the other member, without your name, when you delete your account.',
    tables: ['messages', 'conversations'],
  },
  {
    what: 'Blocks, mutes and reports',
    how: 'Blocks and mutes are visible to you alone. The admins see reports, warnings, suspensions and their notes.',
    tables: ['blocks', 'mutes', 'reports', 'warnings', 'suspensions', 'member_notes'],
  },
  {
    what: 'Notifications',
    how: 'Which kinds you have switched off, your quiet hours, and the address of your browser at its push service, until you turn notifications off or sign out. The push service sees when a notification is sent, and not its content. Notifications that wait to be sent, for at most a week.',
    tables: ['notification_settings', 'push_subscriptions', 'pushes'],
  },
  {
    what: 'Repeated requests',
    how: 'The response to each action for 90 days, so that a phone can send it again without a second effect.',
    tables: ['client_ids'],
  },
]
