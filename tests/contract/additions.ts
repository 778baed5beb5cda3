import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

/** `GET /api/x`: the endpoints beyond the spec, those marked `addition`. */
export const addedEndpoints: readonly string[] = endpoints.filter(({ addition }) => addition).map(endpointName)

const messageFields = [
  'client_id',
  'track',
  'track.id',
  'track.name',
  'track.artist',
  'track.links',
  'edited_at',
  'deleted_at',
  'own_reaction',
  'other_reaction',
]
const allMessageFields = ['id', 'message', 'timestamp', 'type', ...messageFields]

/**
 * Our additions to the spec's own endpoints: the contract test allows exactly these. All are
 * optional for a client, which falls back to the spec's behaviour if a host lacks one.
 */
export const additions = {
  /**
   * On every write but these: each login starts a session, as does a sign-in at the provider, a
   * sign-up is identified by its name, and a token is shown once and must not be stored as a
   * response.
   */
  clientId: {
    query: 'client_id',
    response: 'client_id',
    notOn: [
      'POST /api/user/login',
      'POST /api/user/create-profile',
      'POST /api/user/create-scrobble-token',
      'POST /api/user/start-single-sign-on',
      'POST /api/user/link-identity',
    ],
  },
  query: {
    'GET /api/get-broadcasts': ['id', 'limit', 'before'],
    'GET /api/user/direct-messages': ['limit', 'before'],
    'GET /api/user/followers': ['limit', 'before'],
    'GET /api/user/following': ['limit', 'before'],
    'GET /api/get-song-swaps': ['limit', 'before'],
    'POST /api/mark-messages-read': ['up_to'],
    'POST /api/delete-broadcast': ['user'],
    'POST /api/send-direct-message': ['track_id'],
    'POST /api/add-song-swap-track': ['text'],
    'POST /api/add-song-swap-reaction': ['text'],
    'POST /api/user/create-profile': ['invitation', 'single_sign_on'],
  },
  response: {
    'GET /api/get-broadcasts': [
      'viewer',
      'broadcasts.track',
      'broadcasts.artist',
      'broadcasts.client_id',
      'broadcasts.replies',
      'broadcasts.own_replies',
      'broadcasts.own_replies.id',
      'broadcasts.own_replies.client_id',
      'broadcasts.links',
      'broadcasts.edited',
      'broadcasts.mentions',
      'broadcasts.mentions.written',
      'broadcasts.mentions.username',
      'broadcasts.about_user',
      'broadcasts.about_other',
      'broadcasts.about_swap',
    ],
    'GET /api/user/profile': ['userProfile.is_private'],
    'GET /api/user/get-users': ['userProfile.is_private'],
    'GET /api/artist/top-listeners': ['rank', 'unranked', 'viewer'],
    'GET /api/user/top-broadcasted-tracks': ['viewer', 'topTracks.trackid'],
    'GET /api/user/direct-messages': [
      ...messageFields.map((field) => `directMessages.${field}`),
      'changed',
      ...allMessageFields.map((field) => `changed.${field}`),
    ],
    'GET /api/user/conversations': [
      'conversations.unread',
      'conversations.pfpsm',
      'conversations.last_message',
      ...allMessageFields.map((field) => `conversations.last_message.${field}`),
    ],
    'GET /api/user/followers': ['total', 'followers.id', 'followers.swag', 'followers.pfpsm', 'followers.pfpmed'],
    'GET /api/user/following': ['total', 'following.id', 'following.swag', 'following.pfpsm', 'following.pfpmed'],
    'GET /api/find-song-swap-match': ['next_match_at'],
    'GET /api/get-song-swaps': [
      'songSwaps.initiated_links',
      'songSwaps.matched_links',
      'songSwaps.ended',
      'songSwaps.ended_timestamp',
      'songSwaps.completed_timestamp',
      'songSwaps.initiated_track_text',
      'songSwaps.matched_track_text',
      'songSwaps.initiated_reaction_text',
      'songSwaps.matched_reaction_text',
      'songSwaps.shares',
      'songSwaps.shares.initiated',
      'songSwaps.shares.matched',
      'songSwaps.plays_since',
      'songSwaps.plays_since.initiated',
      'songSwaps.plays_since.matched',
    ],
    'GET /api/user/top-artists': ['topArtists.depth', 'topArtists.known_tracks', 'hidden'],
  },
  /**
   * On the response to every write without a body in the spec: whether it took effect, and the
   * created row's id.
   */
  done: ['success', 'id'],
  /** On every error body. */
  error: ['code'],
} as const
