import * as blocks from './accounts/blocks.ts'
import * as deletion from './accounts/deletion.ts'
import * as email from './accounts/email.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as people from './accounts/people.ts'
import * as privacy from './accounts/privacy.ts'
import * as accounts from './accounts/profile.ts'
import * as reports from './accounts/reports.ts'
import * as session from './accounts/session.ts'
import * as sessions from './accounts/sessions.ts'
import * as singleSignOn from './accounts/single-sign-on.ts'
import * as standing from './accounts/standing.ts'
import * as userProfiles from './accounts/user-profile.ts'
import * as activity from './activity/activity.ts'
import * as broadcasts from './broadcasts/broadcasts.ts'
import * as feed from './broadcasts/feed.ts'
import * as memberBroadcasts from './broadcasts/member-broadcasts.ts'
import * as replies from './broadcasts/replies.ts'
import * as searchBroadcasts from './broadcasts/search.ts'
import * as trackBroadcasts from './broadcasts/track-broadcasts.ts'
import * as offlineCopy from './downloads/offline-copy.ts'
import type { Endpoint } from './endpoint.ts'
import * as instance from './instance/instance.ts'
import * as invitations from './instance/invitations.ts'
import * as listening from './listening/charts.ts'
import * as followedAccounts from './listening/followed-accounts.ts'
import * as ignoredArtists from './listening/ignored-artists.ts'
import * as imports from './listening/imports.ts'
import * as laterTracks from './listening/later-tracks.ts'
import * as listens from './listening/listens.ts'
import * as lovedTracks from './listening/loved-tracks.ts'
import * as memberChart from './listening/member-chart.ts'
import * as music from './listening/music.ts'
import * as musicAccounts from './listening/music-accounts.ts'
import * as musicLibrary from './listening/music-library.ts'
import * as nowPlaying from './listening/now-playing.ts'
import * as playReactions from './listening/play-reactions.ts'
import * as playlists from './listening/playlists.ts'
import * as programRequests from './listening/program-requests.ts'
import * as relays from './listening/relays.ts'
import * as removedListens from './listening/remove-listens.ts'
import * as demo from './listening/sample-listens.ts'
import * as scrobbling from './listening/scrobbling.ts'
import * as sharedLinks from './listening/shared-links.ts'
import * as messages from './messages/messages.ts'
import * as measures from './moderation/measures.ts'
import * as moderatedMembers from './moderation/members.ts'
import * as moderatedMusic from './moderation/music.ts'
import * as queue from './moderation/queue.ts'
import * as notificationSettings from './notifications/settings.ts'
import * as operation from './operation/server.ts'
import * as recap from './recaps/recap.ts'
import * as status from './status/status.ts'
import * as sharedSwap from './swaps/shared-swap.ts'
import * as swappableTrack from './swaps/swappable-track.ts'
import * as swaps from './swaps/swaps.ts'
import * as trackSwaps from './swaps/track-swaps.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every endpoint, whether or not the server implements it. */
export const endpoints: readonly Endpoint[] = [
  session,
  sessions,
  passkeys,
  singleSignOn,
  status,
  userProfiles,
  accounts,
  email,
  people,
  privacy,
  deletion,
  blocks,
  reports,
  standing,
  activity,
  notificationSettings,
  listening,
  listens,
  memberChart,
  music,
  imports,
  removedListens,
  scrobbling,
  nowPlaying,
  lovedTracks,
  ignoredArtists,
  laterTracks,
  playReactions,
  programRequests,
  musicAccounts,
  relays,
  playlists,
  musicLibrary,
  followedAccounts,
  sharedLinks,
  feed,
  broadcasts,
  memberBroadcasts,
  replies,
  trackBroadcasts,
  searchBroadcasts,
  messages,
  swaps,
  sharedSwap,
  swappableTrack,
  trackSwaps,
  offlineCopy,
  recap,
  demo,
  instance,
  invitations,
  queue,
  measures,
  moderatedMembers,
  moderatedMusic,
  operation,
].flatMap((domain) => Object.values(domain).filter(isEndpoint))
