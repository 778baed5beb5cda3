import type { QueryClient } from '@tanstack/react-query'
import { DAY_MS } from '#contract/durations.ts'
import { blocksQuery } from '#src/accounts/blocks/queries.ts'
import { ownFollowingQuery, peopleQuery } from '#src/accounts/people/queries.ts'
import { privacyQuery } from '#src/accounts/privacy/queries.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { activityQuery } from '#src/activity/queries.ts'
import { memberBroadcastsQuery } from '#src/broadcasts/of-member/queries.ts'
import { feedQuery, followingQuery } from '#src/broadcasts/queries.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import { type LiveQuery, liveOptions } from '#src/cache/live.ts'
import { markStale } from '#src/cache/store-response.ts'
import { followedAccountQuery } from '#src/listening/followed-accounts/queries.ts'
import { ignoredArtistsQuery } from '#src/listening/ignored/queries.ts'
import { listeningSourcesQuery } from '#src/listening/imports/queries.ts'
import { laterQuery } from '#src/listening/later/queries.ts'
import { ownListensQuery } from '#src/listening/listens/queries.ts'
import { lovedIdsQuery, ownLovedQuery } from '#src/listening/loved/queries.ts'
import { musicAccountQuery } from '#src/listening/music-accounts/queries.ts'
import {
  dailyPlaysQuery,
  GLANCE_PERIOD,
  pickerTracksQuery,
  similarTasteQuery,
  topArtistsQuery,
} from '#src/listening/queries.ts'
import { relaysQuery } from '#src/listening/relays/queries.ts'
import { scrobbleTokensQuery } from '#src/listening/scrobbling/queries.ts'
import { conversationQuery, conversationsQuery } from '#src/messages/queries.ts'
import { notificationSettingsQuery } from '#src/notifications/queries.ts'
import { findRecentMonth, findReportedWeek, rewindQuery, weeklyReportQuery } from '#src/recaps/queries.ts'
import { songSwapsQuery } from '#src/swaps/queries.ts'

/** The minimum response age, in ms, before it is downloaded again. */
export const FRESH_MS = 10 * 60_000
/** Recaps change with late scrobbles only, and this month's slowly. */
const RECAP_MS = 6 * 3_600_000

export interface Read {
  queryKey: readonly unknown[]
  freshMs: number
  fetch: (client: QueryClient) => Promise<unknown>
}

const read = <A, V>(query: LiveQuery<A, V>, freshMs = FRESH_MS): Read => ({
  queryKey: query.queryKey,
  freshMs,
  fetch: async (client) => {
    await client.fetchQuery({ ...liveOptions(query), staleTime: 0 })
    // A screen that is opened later refetches it, as it would have without the download.
    markStale(client, query.queryKey)
  },
})

/** Everyone's newest broadcasts, if the start has requested those by followed members only. */
export const newestFeed = (user: string): Read => read(feedQuery(user))

/** Tracks for the pickers, needed by every member first. */
export const recentTracks = (user: string): Read => read(pickerTracksQuery(user))

/** The reads behind a swap, a message or a like. */
export const firstReads = (user: string): readonly Read[] => [
  read(songSwapsQuery(user)),
  read(conversationsQuery(user)),
  read(activityQuery(user)),
]

/** The lists that name the songs to store. */
export const songLists = (user: string): readonly Read[] => [read(songSwapsQuery(user)), read(laterQuery(user))]

/** The people lists, available on every host. */
export const peopleReads = (user: string): readonly Read[] => [
  read(ownFollowingQuery(user)),
  read(peopleQuery('following', user)),
  read(peopleQuery('followers', user)),
]

/** Reads that only our server has. Settings, which rarely change, once a day. */
export const additionReads = (user: string): readonly Read[] => [
  read(followingQuery(user)),
  read(memberBroadcastsQuery(user, user)),
  read(ownListensQuery(user)),
  read(laterQuery(user)),
  read(ownLovedQuery(user)),
  read(lovedIdsQuery(user)),
  read(dailyPlaysQuery(user)),
  read(topArtistsQuery(user, GLANCE_PERIOD)),
  read(similarTasteQuery(user)),
  read(weeklyReportQuery(user, findReportedWeek().id), RECAP_MS),
  read(rewindQuery(user, findRecentMonth().id), RECAP_MS),
  read(listeningSourcesQuery(user), DAY_MS),
  read(musicAccountQuery(user), DAY_MS),
  read(followedAccountQuery(user), DAY_MS),
  read(ignoredArtistsQuery(user), DAY_MS),
  read(relaysQuery(user), DAY_MS),
  read(privacyQuery(user), DAY_MS),
  read(notificationSettingsQuery(user), DAY_MS),
  read(blocksQuery(user), DAY_MS),
  read(scrobbleTokensQuery(user), DAY_MS),
]

/** All-time tracks: both pickers offer them to a member that has played nothing lately. */
export const allTimeTracks = (user: string): Read => read(pickerTracksQuery(user, 'overall'))

/** The reads requested one by one from a host without batched reads, within the budget. */
export const singleReads = (
  user: string,
  conversants: readonly string[],
  authors: readonly string[],
): readonly Read[] => [
  read(profileQuery(user)),
  read(topArtistsQuery(user)),
  read(topBroadcastedQuery(user, user)),
  ...conversants.map((name) => read(conversationQuery(user, name), DAY_MS)),
  ...authors.map((name) => read(profileQuery(name), DAY_MS)),
]
