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
    'POST /api/user/reset-password',
    'POST /api/user/sample-listens',
    'GET /api/user/similar-taste',
    'GET /api/user/compare',
    'GET /api/artist/exploration',
  ],
  /** On every write but these two. */
  clientId: {
    query: 'client_id',
    answer: 'client_id',
    notOn: ['POST /api/user/login', 'POST /api/user/create-profile'],
  },
  query: {
    'GET /api/get-broadcasts': ['limit', 'before'],
    'GET /api/user/direct-messages': ['limit', 'before'],
    'GET /api/user/followers': ['limit', 'before'],
    'GET /api/user/following': ['limit', 'before'],
    'POST /api/mark-messages-read': ['up_to'],
    'POST /api/delete-broadcast': ['user'],
  },
  answer: {
    'GET /api/get-broadcasts': ['viewer', 'broadcasts.track', 'broadcasts.artist', 'broadcasts.client_id'],
    'GET /api/artist/top-listeners': ['rank', 'viewer'],
    'GET /api/user/top-broadcasted-tracks': ['viewer'],
    'GET /api/user/direct-messages': ['directMessages.client_id'],
    'GET /api/user/conversations': ['conversations.unread'],
    'GET /api/user/followers': ['total', 'followers.id', 'followers.swag', 'followers.pfpsm', 'followers.pfpmed'],
    'GET /api/user/following': ['total', 'following.id', 'following.swag', 'following.pfpsm', 'following.pfpmed'],
    'GET /api/find-song-swap-match': ['next_match_at'],
  },
  /** On the answer of every write whose body the spec does not show: whether it took effect, and what was made. */
  done: ['success', 'id'],
  /** On every error body. */
  error: ['code'],
} as const
