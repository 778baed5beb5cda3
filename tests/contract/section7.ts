/**
 * The spec's section 7 as a table, transcribed by hand: requests and responses. `fields` are the
 * response fields; an entity's fields from section 3 are written out. None: the response is not
 * shown.
 */
export interface SpecCall {
  readonly query: readonly string[]
  readonly fields: readonly string[]
}

const of = (entity: string, fields: string) => fields.split(' ').map((field) => `${entity}.${field}`)
const both = [
  'userProfile',
  ...of(
    'userProfile',
    'profile firstname lastname email profileurl bootstrapped admin lastlogin pfpsm pfpmed pfplg pfpxl swag id',
  ),
]
const tracks = ['topTracks', ...of('topTracks', 'id track artist playcount lastfmtrackurl')]

const words = (text: string) => (text === '' ? [] : text.split(' '))
const call = (query: string, fields: readonly string[] = []): SpecCall => ({ query: words(query), fields })

export const section7: Readonly<Record<string, SpecCall>> = {
  'GET /api/user/profile': call('user partial', both),
  'POST /api/user/login': call('user password'),
  'POST /api/user/create-profile': call('user firstname lastname email password'),
  'GET /api/artist/by-id': call('id', ['artist', ...of('artist', 'id name imageUrl scrobbles')]),
  'GET /api/artist/top-listeners': call('artist period limit current_user', [
    'topListeners',
    ...of('topListeners', 'username playcount profileImage'),
  ]),
  'GET /api/artist/listens': call('user artist period', ['plays']),
  'GET /api/user/followers': call('user', ['followers', 'followers.follower']),
  'GET /api/user/following': call('user', ['following', 'following.following']),
  'GET /api/user/top-artists': call('user period limit', [
    'topArtists',
    ...of('topArtists', 'id name imageUrl scrobbles'),
  ]),
  'POST /api/user/follow': call('follower followee'),
  'POST /api/user/unfollow': call('follower followee'),
  'GET /api/user/top-broadcasted-tracks': call('user limit current_user', [
    'topTracks',
    ...of('topTracks', 'broadcastid track artist likes isLiked lastfmtrackurl'),
  ]),
  'GET /api/user/top-tracks': call('user period limit', tracks),
  'GET /api/get-song-swaps': call('user songswapid', [
    'songSwaps',
    ...of(
      'songSwaps',
      'id initiated_user matched_user initiated_track_id matched_track_id initiated_track_name matched_track_name',
    ),
    ...of(
      'songSwaps',
      'initiated_artist_name matched_artist_name initiated_track_url matched_track_url initiated_reaction matched_reaction',
    ),
    ...of('songSwaps', 'swap_initiated_timestamp song_swap_id'),
  ]),
  // A name: the profile is fetched separately (section 4, Track swap matching).
  'GET /api/find-song-swap-match': call('user', ['matched_user_profile']),
  'GET /api/user/get-users': call('search_term', both),
  'POST /api/create-song-swap': call('user matched_user', ['song_swap_id']),
  'POST /api/add-song-swap-track': call('user songswapid trackid'),
  'POST /api/add-song-swap-reaction': call('user songswapid reaction'),
  'GET /api/user/direct-messages': call('user conversant', [
    'directMessages',
    ...of('directMessages', 'id message timestamp type'),
  ]),
  'POST /api/mark-messages-read': call('sender recipient'),
  'POST /api/send-direct-message': call('user recipient message'),
  'GET /api/user/conversations': call('user', ['conversations', ...of('conversations', 'conversant lastconversation')]),
  'GET /api/get-broadcasts': call('current_user', [
    'broadcasts',
    ...of(
      'broadcasts',
      'id user title body type relatedid timestamp likes isLiked track_url user_pfp_sm user_pfp_med user_pfp_lg user_pfp_xl',
    ),
  ]),
  'GET /api/get-likes': call('user relatedtype relatedid', ['hasLiked', 'totalLikes']),
  'POST /api/create-like': call('user relatedtype relatedid', ['success']),
  'POST /api/undo-like': call('user relatedtype relatedid'),
  'POST /api/delete-broadcast': call('id'),
  'POST /api/create-broadcast': call('user title body relatedtype relatedid'),
}

/** Parameters that section 7 calls optional, or for which the server has a default. */
export const optional: Readonly<Record<string, readonly string[]>> = {
  'GET /api/user/profile': ['partial'],
  'GET /api/artist/top-listeners': ['period', 'limit', 'current_user'],
  'GET /api/artist/listens': ['period'],
  'GET /api/user/top-artists': ['period', 'limit'],
  'GET /api/user/top-broadcasted-tracks': ['limit', 'current_user'],
  'GET /api/user/top-tracks': ['period', 'limit'],
  'GET /api/get-song-swaps': ['songswapid'],
  'GET /api/get-broadcasts': ['current_user'],
}
