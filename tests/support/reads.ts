/** One read on one screen, with the screen's content when only this read fails. */
export interface ReadOfScreen {
  /** The contract's export that the screen reads. */
  readonly endpoint: string
  /** The URL's path, with `{me}`, `{other}`, `{swap}` and `{broadcast}` filled in. */
  readonly screen: string
  /** A query parameter in this request; with a leading `!` one that it lacks. */
  readonly parameter?: string
  /** The failure text; undefined if the screen works without the response. */
  readonly failed?: string
  /** Whether a server error with a status appends it to the text. */
  readonly hasStatus?: boolean
  /** The content that must stay on the screen. */
  readonly intact: string
  /** The first page's list gets this length and total, so that an older page is requested. */
  readonly fill?: { readonly list: string; readonly length: number; readonly total?: number }
  /** The older page is requested once the list is scrolled to its end, or by a button. */
  readonly reach?: 'end' | 'Load more' | 'top'
  /** Repeated by *Try Again* only. */
  readonly isManual?: boolean
  /** Only requested under conditions that the test may not create. */
  readonly isRare?: boolean
}

const PROFILE = '/profile/{other}'

/** Every read on every screen. A house test compares it with the contract's imports in `src`. */
export const readsOfScreens: readonly ReadOfScreen[] = [
  {
    endpoint: 'getBroadcasts',
    parameter: '!before',
    screen: '/',
    failed: 'Failed to load broadcasts',
    intact: 'Flipside',
  },
  {
    endpoint: 'getBroadcasts',
    parameter: 'before',
    screen: '/',
    failed: 'Failed to load broadcasts',
    intact: 'Flipside',
    reach: 'end',
  },
  {
    endpoint: 'getBroadcasts',
    parameter: 'before',
    screen: '/broadcast/{broadcast}',
    failed: 'Failed to load the broadcast',
    intact: 'Broadcast',
  },
  {
    endpoint: 'getReplies',
    screen: '/broadcast/{broadcast}',
    failed: 'Failed to load replies',
    intact: 'Broadcast',
  },
  { endpoint: 'getFollowingBroadcasts', screen: '/', intact: 'Flipside', isRare: true },
  {
    endpoint: 'getMemberBroadcasts',
    screen: PROFILE,
    failed: 'Failed to load broadcasts',
    intact: 'Top Broadcasted Tracks',
  },
  { endpoint: 'getStatus', screen: '/', intact: 'Flipside' },
  { endpoint: 'getFollowingNowPlaying', screen: '/', intact: 'Flipside', isRare: true },
  { endpoint: 'getProfile', screen: '/profile', failed: 'Failed to fetch user profile', intact: 'Sign Out' },
  {
    endpoint: 'getProfile',
    screen: PROFILE,
    failed: 'Failed to fetch profile',
    hasStatus: true,
    intact: 'Back to Friends',
  },
  {
    endpoint: 'getProfile',
    parameter: 'partial',
    screen: '/search?user={other}',
    failed: 'Failed to search user',
    intact: 'People',
  },
  {
    endpoint: 'getProfile',
    screen: '/track-swap',
    failed: 'Failed to fetch matched user details',
    intact: 'Find User',
  },
  { endpoint: 'findSongSwapMatch', screen: '/track-swap', failed: 'Failed to find a match', intact: 'Find User' },
  { endpoint: 'getUsers', screen: '/track-swap?find={other}', failed: 'Failed to search users', intact: 'Find User' },
  { endpoint: 'getTopTracks', screen: '/track-swap', failed: 'Failed to fetch tracks', intact: 'Find User' },
  {
    endpoint: 'getTopTracks',
    screen: '/broadcast-track',
    failed: 'Failed to fetch tracks',
    intact: 'Broadcast a Track',
  },
  {
    endpoint: 'getSongSwaps',
    parameter: '!before',
    screen: '/track-swap-history',
    failed: 'Failed to fetch track swaps',
    hasStatus: true,
    intact: 'Error',
  },
  {
    endpoint: 'getSongSwaps',
    parameter: 'before',
    screen: '/track-swap-history',
    failed: 'Failed to fetch track swaps',
    intact: 'Matched with:',
    fill: { list: 'songSwaps', length: 1000 },
    reach: 'end',
  },
  {
    endpoint: 'getSongSwaps',
    screen: '/track-swap-detail?id={swap}',
    failed: 'Failed to fetch swap details',
    intact: 'Track Swap',
  },
  {
    endpoint: 'getSharedSwap',
    screen: '/track-swap-results?id=999999999',
    failed: 'Failed to fetch swap details',
    intact: 'Track Swap Results',
  },
  { endpoint: 'compareTaste', screen: PROFILE, failed: 'Failed to compare', intact: 'Message' },
  { endpoint: 'getNowPlaying', screen: PROFILE, intact: 'Message' },
  { endpoint: 'getTopBroadcastedTracks', screen: PROFILE, failed: 'Failed to load tracks', intact: 'Message' },
  { endpoint: 'getTopArtists', screen: PROFILE, failed: 'Failed to load top artists', intact: 'Message' },
  {
    endpoint: 'getLaterTracks',
    parameter: '!before',
    screen: '/later',
    failed: 'Failed to load your list',
    intact: 'Listen later',
  },
  {
    endpoint: 'getLaterTracks',
    parameter: 'before',
    screen: '/later',
    failed: 'Failed to load your list',
    intact: 'Listen later',
    fill: { list: 'laterTracks', length: 50 },
    reach: 'Load more',
  },
  {
    endpoint: 'getIgnoredArtists',
    screen: '/settings/listening',
    failed: 'Failed to load ignored artists',
    intact: 'Connections',
  },
  { endpoint: 'getListeningTime', screen: '/profile', intact: 'Sign Out' },
  { endpoint: 'getLovedTrackIds', screen: '/profile', intact: 'Sign Out' },
  {
    endpoint: 'getLovedTracks',
    parameter: '!before',
    screen: '/profile',
    failed: 'Failed to load loved tracks',
    intact: 'Sign Out',
  },
  {
    endpoint: 'getLovedTracks',
    parameter: 'before',
    screen: '/profile',
    failed: 'Failed to load loved tracks',
    intact: 'Sign Out',
    fill: { list: 'lovedTracks', length: 20 },
    reach: 'Load more',
  },
  { endpoint: 'getLovedTracks', parameter: '!before', screen: PROFILE, intact: 'Message' },
  { endpoint: 'getFollowing', screen: PROFILE, intact: 'Message' },
  { endpoint: 'getDailyPlays', screen: '/profile', failed: 'Failed to load listening', intact: 'Sign Out' },
  {
    endpoint: 'getFollowers',
    parameter: '!before',
    screen: '/followers/{me}',
    failed: 'Failed to load followers',
    intact: 'Followers of',
  },
  {
    endpoint: 'getFollowers',
    parameter: 'before',
    screen: '/followers/{me}',
    failed: 'Failed to load followers',
    intact: '{other}',
    fill: { list: 'followers', length: 1, total: 2 },
  },
  {
    endpoint: 'getFollowing',
    parameter: '!before',
    screen: '/following/{me}',
    failed: 'Failed to load following',
    intact: 'Following of',
  },
  {
    endpoint: 'getFollowing',
    parameter: 'before',
    screen: '/following/{me}',
    failed: 'Failed to load following',
    intact: '{other}',
    fill: { list: 'following', length: 1, total: 2 },
  },
  { endpoint: 'getConversations', screen: '/dm', failed: 'Failed to load conversations', intact: 'Messages' },
  {
    endpoint: 'getDirectMessages',
    parameter: '!before',
    screen: '/dm/{other}',
    failed: 'Failed to load messages',
    intact: 'Back to Feed',
  },
  {
    endpoint: 'getDirectMessages',
    parameter: 'before',
    screen: '/dm/{other}',
    failed: 'Older messages could not be loaded.',
    intact: 'Hello',
    fill: { list: 'directMessages', length: 50 },
    reach: 'top',
  },
  {
    endpoint: 'getActivity',
    parameter: '!before',
    screen: '/activity',
    failed: 'Failed to load activity',
    intact: 'Notifications',
  },
  {
    endpoint: 'getActivity',
    parameter: 'before',
    screen: '/activity',
    failed: 'Failed to load activity',
    intact: 'Notifications',
    fill: { list: 'activity', length: 50 },
    reach: 'Load more',
  },
  {
    endpoint: 'getNotificationSettings',
    screen: '/settings/notifications',
    failed: 'Failed to load the notification settings',
    intact: 'Notifications',
  },
  {
    endpoint: 'getListens',
    parameter: '!before',
    screen: '/listens',
    failed: 'Failed to load listens',
    intact: 'Your listening',
  },
  {
    endpoint: 'getListens',
    parameter: 'before',
    screen: '/listens',
    failed: 'Failed to load listens',
    intact: 'Your listening',
    fill: { list: 'listens', length: 200 },
    reach: 'end',
  },
  { endpoint: 'getNowPlaying', screen: '/listens', intact: 'Your listening' },
  { endpoint: 'getListeningSources', screen: '/listens', intact: 'Your listening', isRare: true },
  {
    endpoint: 'getArtist',
    screen: '/artist/1',
    failed: 'Failed to load the artist',
    intact: 'Top Listens Leaderboard',
  },
  {
    endpoint: 'getTopListeners',
    screen: '/artist/1',
    failed: 'Failed to fetch top listeners',
    intact: 'Top listeners',
  },
  {
    endpoint: 'getArtistMusic',
    screen: '/artist/1',
    failed: 'Failed to load tracks and albums',
    intact: 'Top listeners',
  },
  { endpoint: 'getPlaysByMonth', screen: '/artist/1', failed: 'Failed to load listening', intact: 'Top listeners' },
  {
    endpoint: 'resolveLink',
    screen: `/share?url=${encodeURIComponent('https://www.deezer.com/track/3135556')}`,
    failed: 'The link could not be looked up',
    isManual: true,
    intact: 'Share a Track',
  },
  { endpoint: 'findSwappableTrack', screen: '/share', intact: 'Share a Track', isRare: true },
  { endpoint: 'getTrackDetails', screen: '/track/1', failed: 'Failed to load the track', intact: 'Track' },
  { endpoint: 'getTrackBroadcasts', screen: '/track/1', failed: 'Failed to load broadcasts', intact: 'Who plays it' },
  { endpoint: 'getTrackSwaps', screen: '/track/1', failed: 'Failed to fetch track swaps', intact: 'Who plays it' },
  { endpoint: 'getAlbumDetails', screen: '/album/1', failed: 'Failed to load the album', intact: 'Album' },
  { endpoint: 'getChart', screen: '/charts', failed: 'Failed to load the chart', intact: 'Your listening' },
  { endpoint: 'getWeeklyReport', screen: '/listening', failed: 'Failed to load your week', intact: 'Your listening' },
  {
    endpoint: 'getRewind',
    screen: '/listening?period=2026',
    failed: 'Failed to load the rewind',
    intact: 'Your listening',
  },
  {
    endpoint: 'searchMusic',
    screen: '/search?user={other}',
    failed: 'Failed to search music',
    intact: 'People',
  },
  {
    endpoint: 'searchBroadcasts',
    screen: '/search?user={other}',
    failed: 'Failed to search broadcasts',
    intact: 'People',
  },
  { endpoint: 'getPopularMusic', screen: '/search', intact: 'Find Users' },
  { endpoint: 'getArtistListens', screen: '/artist/1', intact: 'Top listeners' },
  {
    endpoint: 'getExploration',
    screen: '/exploration/1',
    failed: 'Failed to load the artist',
    intact: 'Exploration Leaderboard',
  },
  {
    endpoint: 'getSimilarTaste',
    screen: '/search',
    failed: 'Failed to fetch similar taste',
    intact: "You're in the same boat!",
  },
  { endpoint: 'getBlocks', screen: '/settings', failed: 'Failed to load blocked members', intact: 'On this device' },
  {
    endpoint: 'getSessions',
    screen: '/settings/security',
    failed: 'Failed to load where you are signed in',
    intact: 'Sign-in and security',
  },
  { endpoint: 'getEmailConfirmation', screen: '/settings/security', intact: 'Sign-in and security', isRare: true },
  {
    endpoint: 'getPasskeys',
    screen: '/settings/security',
    failed: 'Failed to load your passkeys',
    intact: 'Sign-in and security',
  },
  {
    endpoint: 'getLinkedIdentity',
    screen: '/settings/security',
    failed: 'Failed to load single sign-on',
    intact: 'Sign-in and security',
  },
  {
    endpoint: 'getPendingSignUp',
    screen: '/signup?sso=sign_up',
    failed: 'Failed to load the sign-up',
    intact: 'Sign up',
  },
  {
    endpoint: 'getPrivacy',
    screen: '/settings/privacy',
    failed: 'Failed to load the privacy settings',
    intact: 'Privacy and data',
  },
  {
    endpoint: 'getListeningSources',
    screen: '/settings/listening',
    failed: 'Failed to load your listening history',
    intact: 'Connections',
  },
  {
    endpoint: 'getMusicAccount',
    screen: '/settings/listening',
    failed: 'Failed to load the music account',
    intact: 'Connections',
  },
  {
    endpoint: 'getFollowedAccount',
    screen: '/settings/listening',
    failed: 'Failed to load the followed account',
    intact: 'Connections',
  },
  {
    endpoint: 'getScrobbleTokens',
    screen: '/settings/listening',
    failed: 'Failed to load your players',
    intact: 'Connections',
  },
  {
    endpoint: 'getProgramRequest',
    screen: '/settings/scrobbling?token=00000000000000000000000000000000',
    failed: 'Failed to load the request',
    intact: 'Connections',
  },
  {
    endpoint: 'getRelays',
    screen: '/settings/listening',
    failed: 'Failed to load your relays',
    intact: 'Connections',
  },
  {
    endpoint: 'getMusicLibrary',
    screen: '/settings/music-library',
    failed: 'Failed to load your music library',
    intact: 'Music library',
  },
  { endpoint: 'getInstance', screen: '/about', failed: 'Failed to load the page of this server', intact: 'About' },
  {
    endpoint: 'getInvitations',
    screen: '/settings/privacy',
    failed: 'Failed to load your invitations',
    intact: 'Privacy and data',
  },
  { endpoint: 'getInvitation', screen: '/signup?invitation=a-code-of-ours', intact: 'Re-enter password' },
  { endpoint: 'getStanding', screen: '/', intact: 'Flipside', isRare: true },
  { endpoint: 'getReports', screen: '/admin', failed: 'Failed to load the reports', intact: 'Members' },
  { endpoint: 'getMembers', screen: '/admin/members', failed: 'Failed to load the members', intact: 'Name' },
  { endpoint: 'getMemberRecord', screen: '/admin/members/{other}', failed: 'Failed to load the member', intact: 'Log' },
  { endpoint: 'getAuditLog', screen: '/admin/log', failed: 'Failed to load the log', intact: 'Members' },
  { endpoint: 'getMusicDecisions', screen: '/admin/music', failed: 'Failed to load the changes', intact: 'Members' },
  {
    endpoint: 'getMusicSuggestions',
    screen: '/admin/music',
    failed: 'Failed to load the suggestions',
    intact: 'Members',
  },
  {
    endpoint: 'getServerState',
    screen: '/admin/server',
    failed: 'Failed to load the state of the server',
    intact: 'Members',
  },
  {
    endpoint: 'getInstanceSettings',
    screen: '/admin/instance',
    failed: 'Failed to load the settings of this server',
    intact: 'Members',
  },
]

/** The contract's reads that no screen waits for. */
export const readsWithoutScreen: Readonly<Record<string, string>> = {
  getSession: 'asked by the drain, and by a form that signs out',
  getLikes: 'asked by the drain, to settle a like whose response was lost',
  getOfflineCopy: 'fetched in the background, when idle',
  getOfflinePictures: 'fetched in the background, when idle',
  exportEverything: 'a download with its own alert',
}
