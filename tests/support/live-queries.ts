import * as v from 'valibot'
import { getBlocks } from '#contract/accounts/blocks.ts'
import { getProfile } from '#contract/accounts/user-profile.ts'
import { getActivity } from '#contract/activity/activity.ts'
import { getLikes, getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { getBroadcasts, getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { getMemberBroadcasts } from '#contract/broadcasts/member-broadcasts.ts'
import { getReplies } from '#contract/broadcasts/replies.ts'
import { searchBroadcasts } from '#contract/broadcasts/search.ts'
import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import { getExploration, getSimilarTaste, getTopListeners } from '#contract/listening/charts.ts'
import { getIgnoredArtists } from '#contract/listening/ignored-artists.ts'
import { getListeningSources } from '#contract/listening/imports.ts'
import { getLaterTracks } from '#contract/listening/later-tracks.ts'
import { getListens } from '#contract/listening/listens.ts'
import { getLovedTrackIds, getLovedTracks } from '#contract/listening/loved-tracks.ts'
import { getAlbumDetails, getTrackDetails } from '#contract/listening/music.ts'
import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { getConversations, getDirectMessages } from '#contract/messages/messages.ts'
import { getNotificationSettings } from '#contract/notifications/settings.ts'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
import { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { getSongSwaps } from '#contract/swaps/swaps.ts'
import { getTrackSwaps } from '#contract/swaps/track-swaps.ts'
import { blocksQuery } from '#src/accounts/blocks/queries.ts'
import {
  olderPeopleQuery,
  ownFollowingQuery,
  peopleQuery,
  searchQuery,
  suggestionsQuery,
} from '#src/accounts/people/queries.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { activityQuery, olderActivityQuery } from '#src/activity/queries.ts'
import { olderFollowingQuery } from '#src/broadcasts/following/queries.ts'
import { memberBroadcastsQuery, olderMemberBroadcastsQuery } from '#src/broadcasts/of-member/queries.ts'
import { searchBroadcastsQuery, trackBroadcastsQuery } from '#src/broadcasts/of-track/queries.ts'
import { broadcastQuery, likeStatusQuery } from '#src/broadcasts/one/queries.ts'
import { feedQuery, followingQuery, olderBroadcastsQuery } from '#src/broadcasts/queries.ts'
import { olderRepliesQuery, repliesQuery } from '#src/broadcasts/replies/queries.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import type { LiveQuery } from '#src/cache/live.ts'
import { ignoredArtistsQuery } from '#src/listening/ignored/queries.ts'
import { listeningSourcesQuery } from '#src/listening/imports/queries.ts'
import { laterQuery, olderLaterQuery } from '#src/listening/later/queries.ts'
import {
  listensQuery,
  olderListensQuery,
  olderOwnListensQuery,
  ownListensQuery,
} from '#src/listening/listens/queries.ts'
import { lovedIdsQuery, ownLovedQuery } from '#src/listening/loved/queries.ts'
import { albumQuery, trackQuery } from '#src/listening/music/queries.ts'
import { followedPlayingQuery, playingQuery } from '#src/listening/now-playing/queries.ts'
import { explorationQuery, similarTasteQuery, topListenersQuery } from '#src/listening/queries.ts'
import { conversationQuery, conversationsQuery, olderMessagesQuery } from '#src/messages/queries.ts'
import { notificationSettingsQuery } from '#src/notifications/queries.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { weeklyReportQuery } from '#src/recaps/queries.ts'
import { olderSwapsQuery, songSwapQuery, songSwapsQuery, trackSwapsQuery } from '#src/swaps/queries.ts'
import { sharedSwapQuery } from '#src/swaps/share/queries.ts'

/** A query with a response that contains the member `bo`. */
interface SampleQuery {
  readonly response: unknown
  /** Returns a response to the query as it is displayed with pending actions. */
  readonly overlay: (response: unknown, pending: Pending) => unknown
  readonly reads: readonly string[]
  /** Returns `response` as it is displayed with pending actions. */
  readonly show: (pending: Pending) => unknown
}

const sample = <A, V>(query: LiveQuery<A, V>, response: A): SampleQuery => ({
  response,
  overlay: (other, pending) => query.overlay(other as A, pending), // a response to this query
  reads: (query.reads ?? []).map(({ name }) => name),
  show: (pending) => query.overlay(response, pending),
})

const [ME, OTHER, NOW] = ['ada', 'bo', '2026-11-25T08:12:00.000Z']
const feed = v.parse(getBroadcasts.response, { broadcasts: [{ id: 7, user: OTHER, timestamp: NOW }] })
const posts = v.parse(getBroadcasts.response, {
  broadcasts: [{ id: 7, user: 'System', about_user: OTHER, timestamp: NOW }],
})
const followed = v.parse(getFollowingBroadcasts.response, { broadcasts: [{ id: 7, user: OTHER, timestamp: NOW }] })
const ofMember = v.parse(getMemberBroadcasts.response, { broadcasts: [{ id: 7, user: OTHER, timestamp: NOW }] })
const replies = v.parse(getReplies.response, {
  replies: [{ id: 7, user: OTHER, text: 'Yes.', timestamp: NOW, mentions: [] }],
})
const activity = v.parse(getActivity.response, {
  activity: [{ id: 7, kind: 'follow', username: OTHER, timestamp: NOW, unread: true }],
})
const profiles = v.parse(getProfile.response, { userProfile: [{ id: 2, profile: OTHER }] })
const listens = v.parse(getListens.response, {
  listens: [
    { id: '1790000000000000.0000000007', listened_at: NOW, track_id: 7, track: 'T', artist_id: 1, artist: OTHER },
  ],
})
const people = { people: [{ name: OTHER }], total: 1 }
const swaps = v.parse(getSongSwaps.response, {
  songSwaps: [{ id: 7, initiated_user: OTHER, matched_user: ME, swap_initiated_timestamp: NOW, song_swap_id: 7 }],
})

const side = { track: 'T', artist: 'A', rating: 4 }
const sharedSwap = v.parse(getSharedSwap.response, {
  initiator: { ...side, username: 'cy' },
  matched: { ...side, username: OTHER },
  completed_timestamp: NOW,
})

/**
 * The queries that return member lists, or content by members: a pending block hides its member in
 * them, and where the server omits muted members, a pending mute does too.
 */
export const memberLists: Readonly<Record<string, SampleQuery & { readonly hides: 'blocks' | 'blocks and mutes' }>> = {
  feedQuery: { ...sample(feedQuery(ME), feed), hides: 'blocks and mutes' },
  'feedQuery (posts by System)': { ...sample(feedQuery(ME), posts), hides: 'blocks and mutes' },
  olderBroadcastsQuery: { ...sample(olderBroadcastsQuery(ME, 8, 0), feed), hides: 'blocks and mutes' },
  followingQuery: { ...sample(followingQuery(ME), followed), hides: 'blocks and mutes' },
  olderFollowingQuery: { ...sample(olderFollowingQuery(ME, 8, 0), followed), hides: 'blocks and mutes' },
  repliesQuery: { ...sample(repliesQuery(ME, 7), replies), hides: 'blocks' },
  olderRepliesQuery: { ...sample(olderRepliesQuery(ME, 7, 8), replies), hides: 'blocks' },
  activityQuery: { ...sample(activityQuery(ME), activity), hides: 'blocks and mutes' },
  olderActivityQuery: { ...sample(olderActivityQuery(ME, '8'), activity), hides: 'blocks and mutes' },
  followedPlayingQuery: {
    ...sample(
      followedPlayingQuery(ME),
      v.parse(getFollowingNowPlaying.response, {
        playing: [{ username: OTHER, track: 'T', artist: 'A', started_at: NOW, ends_at: NOW, is_reacted: false }],
      }),
    ),
    hides: 'blocks and mutes',
  },
  searchQuery: { ...sample(searchQuery('users', 'b'), profiles), hides: 'blocks' },
  suggestionsQuery: { ...sample(suggestionsQuery('b'), profiles), hides: 'blocks' },
  'peopleQuery (followers)': { ...sample(peopleQuery('followers', 'cy'), people), hides: 'blocks' },
  'peopleQuery (following)': { ...sample(peopleQuery('following', 'cy'), people), hides: 'blocks' },
  'olderPeopleQuery (followers)': { ...sample(olderPeopleQuery('followers', 'cy', 8), people), hides: 'blocks' },
  'olderPeopleQuery (following)': { ...sample(olderPeopleQuery('following', 'cy', 8), people), hides: 'blocks' },
  topListenersQuery: {
    ...sample(
      topListenersQuery('Sol Ferro', 'overall', ME),
      v.parse(getTopListeners.response, { topListeners: [{ username: OTHER, plays: 3 }] }),
    ),
    hides: 'blocks',
  },
  explorationQuery: {
    ...sample(
      explorationQuery(1, ME),
      v.parse(getExploration.response, { artist: 'Sol Ferro', explorers: [{ username: OTHER, depth: 0.5 }] }),
    ),
    hides: 'blocks',
  },
  similarTasteQuery: {
    ...sample(
      similarTasteQuery(ME),
      v.parse(getSimilarTaste.response, {
        neighbours: [{ username: OTHER, percentile: 90, shared: [] }],
        computed_at: NOW,
      }),
    ),
    hides: 'blocks',
  },
  conversationsQuery: {
    ...sample(
      conversationsQuery(ME),
      v.parse(getConversations.response, {
        conversations: [
          {
            conversant: OTHER,
            lastconversation: NOW,
            last_message: { id: 1, message: 'hi', timestamp: NOW, type: 'Outgoing' },
          },
        ],
      }),
    ),
    hides: 'blocks',
  },
  albumQuery: {
    ...sample(
      albumQuery(1),
      v.parse(getAlbumDetails.response, { album: null, tracks: [], topListeners: [{ username: OTHER, playcount: 3 }] }),
    ),
    hides: 'blocks',
  },
  trackQuery: {
    ...sample(
      trackQuery(1),
      v.parse(getTrackDetails.response, { track: null, topListeners: [{ username: OTHER, playcount: 3 }] }),
    ),
    hides: 'blocks',
  },
  trackBroadcastsQuery: {
    ...sample(
      trackBroadcastsQuery(1),
      v.parse(getTrackBroadcasts.response, { broadcasts: [{ id: 7, user: OTHER, timestamp: NOW }] }),
    ),
    hides: 'blocks',
  },
  searchBroadcastsQuery: {
    ...sample(
      searchBroadcastsQuery('rain'),
      v.parse(searchBroadcasts.response, { broadcasts: [{ id: 7, user: OTHER, type: 'Track', timestamp: NOW }] }),
    ),
    hides: 'blocks and mutes',
  },
  trackSwapsQuery: {
    ...sample(
      trackSwapsQuery(ME, 1),
      v.parse(getTrackSwaps.response, { swaps: [{ id: 7, partner: OTHER, completed_timestamp: NOW }] }),
    ),
    hides: 'blocks',
  },
  weeklyReportQuery: {
    ...sample(
      weeklyReportQuery(ME, '2026-W47', 'UTC'),
      v.parse(getWeeklyReport.response, {
        period: '2026-W47',
        from: '2026-11-16',
        until: '2026-11-22',
        days: [],
        hours: [],
        top_artists: [],
        top_tracks: [],
        top_albums: [],
        top_new_artists: [],
        movers: [],
        rediscovered_tracks: [],
        friends_broadcasts: 1,
        friends: 1,
        top_broadcasts: [{ id: 7, username: OTHER, track: 'T', artist: 'A', timestamp: NOW }],
      }),
    ),
    hides: 'blocks and mutes',
  },
  songSwapsQuery: { ...sample(songSwapsQuery(ME), swaps), hides: 'blocks' },
  olderSwapsQuery: { ...sample(olderSwapsQuery(ME, 8), swaps), hides: 'blocks' },
}

/** The other queries that apply pending actions: each is about one member or one record. */
export const singleReads: Readonly<Record<string, SampleQuery>> = {
  blocksQuery: sample(
    blocksQuery(ME),
    v.parse(getBlocks.response, { blocks: [{ username: OTHER, blocked: true, muted: false }] }),
  ),
  profileQuery: sample(profileQuery(OTHER), profiles),
  ownFollowingQuery: sample(ownFollowingQuery(ME), [OTHER]),
  broadcastQuery: sample(broadcastQuery(ME, 7), feed.broadcasts),
  notificationSettingsQuery: sample(
    notificationSettingsQuery(ME),
    v.parse(getNotificationSettings.response, { kinds: [{ kind: 'like', is_on: true }], devices: [] }),
  ),
  memberBroadcastsQuery: sample(memberBroadcastsQuery(OTHER, ME), ofMember),
  olderMemberBroadcastsQuery: sample(olderMemberBroadcastsQuery(OTHER, ME, 8), ofMember),
  likeStatusQuery: sample(likeStatusQuery(ME, 7), v.parse(getLikes.response, { hasLiked: false, totalLikes: 1 })),
  topBroadcastedQuery: sample(
    topBroadcastedQuery(OTHER, ME),
    v.parse(getTopBroadcastedTracks.response, { topTracks: [{ broadcastid: 7, track: 'T', artist: 'A' }] }),
  ),
  conversationQuery: sample(
    conversationQuery(ME, OTHER),
    v.parse(getDirectMessages.response, { directMessages: [{ id: 7, timestamp: NOW }] }),
  ),
  olderMessagesQuery: sample(
    olderMessagesQuery(ME, OTHER, 8, 0),
    v.parse(getDirectMessages.response, { directMessages: [{ id: 7, timestamp: NOW }] }),
  ),
  lovedIdsQuery: sample(lovedIdsQuery(ME), v.parse(getLovedTrackIds.response, { tracks: [{ id: 7 }] })),
  listeningSourcesQuery: sample(
    listeningSourcesQuery(ME),
    v.parse(getListeningSources.response, { sources: [], imports: [] }),
  ),
  ignoredArtistsQuery: sample(ignoredArtistsQuery(ME), v.parse(getIgnoredArtists.response, { artists: [] })),
  laterQuery: sample(laterQuery(ME), v.parse(getLaterTracks.response, { laterTracks: [], total: 0, heard: [] })),
  olderLaterQuery: sample(
    olderLaterQuery(ME, 8),
    v.parse(getLaterTracks.response, { laterTracks: [], total: 0, heard: [] }),
  ),
  ownLovedQuery: sample(ownLovedQuery(ME), v.parse(getLovedTracks.response, { lovedTracks: [] })),
  songSwapQuery: sample(songSwapQuery(ME, 7), swaps),
  sharedSwapQuery: sample(sharedSwapQuery(7), { shared: sharedSwap }),
  ownListensQuery: sample(ownListensQuery(ME), listens),
  listensQuery: sample(listensQuery(OTHER), listens),
  olderListensQuery: sample(olderListensQuery(OTHER, {}, '1790000000000000.0000000007'), listens),
  playingQuery: sample(
    playingQuery(OTHER),
    v.parse(getNowPlaying.response, {
      now_playing: { username: OTHER, track: 'T', artist: 'A', started_at: NOW, ends_at: NOW, is_reacted: false },
    }),
  ),
  olderOwnListensQuery: sample(olderOwnListensQuery(ME, {}, '1790000000000000.0000000007'), listens),
}

/**
 * The queries that involve other members and display their response unchanged, with the reason.
 * Endpoints with the visibility `own` or `everyone` need no row.
 */
export const unchangedReads: Readonly<Record<string, string>> = {
  statusQuery: 'counts; `layStatus` applies pending actions of several domains to them',
  artistListensQuery: 'plays of one member',
  listeningTimeQuery: 'minutes of one member',
  topArtistsQuery: 'artists of one member',
  isListeningHiddenQuery: 'a setting of one member',
  lovedOfOtherQuery: 'tracks of one member',
  olderLovedQuery: 'tracks of one member',
  comparisonQuery: 'artists of two members',
  artistQuery: 'an artist',
  artistMusicQuery: 'tracks and albums of an artist',
  memberChartQuery: 'music of one member',
  searchMusicQuery: 'names of music',
  popularMusicQuery: 'names of music',
  matchQuery: 'one member, or none',
}
