/**
 * What we add to the spec's section 7, and nothing else: the contract test allows exactly these. All are optional for a
 * client: where a host lacks one (404, 405, a missing field) it falls back to what the spec says.
 */
export const additions = {
  /** Paths that the spec does not know. */
  paths: [
    'GET /api/user/session',
    'GET /api/user/status',
    'POST /api/user/logout',
    'POST /api/user/change-password',
    'GET /api/user/sessions',
    'POST /api/user/end-session',
    'POST /api/user/end-sessions',
    'POST /api/user/reset-password',
    'POST /api/user/sample-listens',
    'GET /api/user/similar-taste',
    'GET /api/user/compare',
    'GET /api/artist/exploration',
    'POST /api/user/edit-profile',
    'POST /api/user/remove-picture',
    'GET /api/user/blocks',
    'POST /api/user/block',
    'POST /api/user/unblock',
    'POST /api/user/mute',
    'POST /api/user/unmute',
    'POST /api/user/report',
    'GET /api/user/activity',
    'POST /api/user/mark-activity-read',
    'GET /api/user/daily-plays',
    'GET /api/user/listening-sources',
    'POST /api/user/cancel-import',
    'POST /api/user/delete-listens',
    'GET /api/user/privacy',
    'POST /api/user/edit-privacy',
    'POST /api/user/delete-account',
    'GET /api/user/scrobble-tokens',
    'POST /api/user/create-scrobble-token',
    'POST /api/user/revoke-scrobble-token',
    'GET /api/user/now-playing',
    'GET /api/user/following-now-playing',
    'GET /api/user/music-account',
    'POST /api/user/choose-music-account',
    'POST /api/user/refresh-music-account',
    'POST /api/user/connect-music-account',
    'POST /api/user/prove-music-account',
    'POST /api/decline-song-swap',
    'POST /api/withdraw-song-swap',
  ],
  /**
   * On every write but these: a log-in begins a session each time, a sign-up is kept apart by its name, and a token, which is
   * shown once, must not be kept as an answer.
   */
  clientId: {
    query: 'client_id',
    answer: 'client_id',
    notOn: ['POST /api/user/login', 'POST /api/user/create-profile', 'POST /api/user/create-scrobble-token'],
  },
  query: {
    'GET /api/get-broadcasts': ['limit', 'before'],
    'GET /api/user/direct-messages': ['limit', 'before'],
    'GET /api/user/followers': ['limit', 'before'],
    'GET /api/user/following': ['limit', 'before'],
    'GET /api/get-song-swaps': ['limit', 'before'],
    'POST /api/mark-messages-read': ['up_to'],
    'POST /api/delete-broadcast': ['user'],
  },
  answer: {
    'GET /api/get-broadcasts': [
      'viewer',
      'broadcasts.track',
      'broadcasts.artist',
      'broadcasts.client_id',
      'broadcasts.about_user',
      'broadcasts.about_other',
      'broadcasts.about_swap',
    ],
    'GET /api/user/profile': ['userProfile.is_private'],
    'GET /api/user/get-users': ['userProfile.is_private'],
    'GET /api/artist/top-listeners': ['rank', 'unranked', 'viewer'],
    'GET /api/user/top-broadcasted-tracks': ['viewer'],
    'GET /api/user/direct-messages': ['directMessages.client_id'],
    'GET /api/user/conversations': ['conversations.unread', 'conversations.pfpsm'],
    'GET /api/user/followers': ['total', 'followers.id', 'followers.swag', 'followers.pfpsm', 'followers.pfpmed'],
    'GET /api/user/following': ['total', 'following.id', 'following.swag', 'following.pfpsm', 'following.pfpmed'],
    'GET /api/find-song-swap-match': ['next_match_at'],
    'GET /api/get-song-swaps': ['songSwaps.ended', 'songSwaps.ended_timestamp', 'songSwaps.completed_timestamp'],
    'GET /api/user/top-artists': ['topArtists.depth', 'hidden'],
  },
  /** On the answer of every write whose body the spec does not show: whether it took effect, and what was made. */
  done: ['success', 'id'],
  /** On every error body. */
  error: ['code'],
} as const
