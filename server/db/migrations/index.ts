import { accountsMigration } from './0001-accounts.ts'
import { listeningMigration } from './0002-listening.ts'
import { broadcastsMigration } from './0003-broadcasts.ts'
import { messagesMigration } from './0004-messages.ts'
import { swapsMigration } from './0005-swaps.ts'
import { demoMigration } from './0006-demo.ts'
import { peopleMigration } from './0007-people.ts'
import { tasteMigration } from './0008-taste.ts'
import { endedSwapsMigration } from './0009-ended-swaps.ts'
import { importsMigration } from './0010-imports.ts'
import { identitiesMigration } from './0011-identities.ts'
import { ownershipMigration } from './0012-ownership.ts'
import { scrobblingMigration } from './0013-scrobbling.ts'
import { servicesMigration } from './0014-services.ts'
import { changedPlaysMigration } from './0016-changed-plays.ts'
import { chartTracksByArtistMigration } from './0017-chart-tracks-by-artist.ts'
import { scrobblesMigration } from './0018-scrobbles.ts'
import { scrobbleInboxMigration } from './0019-scrobble-inbox.ts'
import { accountSecurityMigration } from './0020-account-security.ts'
import { deletedBroadcastsMigration } from './0023-deleted-broadcasts.ts'
import { jobNamesMigration } from './0024-job-names.ts'
import { inboxWithoutKeysMigration } from './0025-inbox-without-keys.ts'
import { feedRevisionsMigration } from './0026-feed-revisions.ts'
import { jobQueueMigration } from './0027-job-queue.ts'
import { periodBoardsMigration } from './0028-period-boards.ts'
import { moderationMigration } from './0030-moderation.ts'
import { mailMigration } from './0031-mail.ts'
import { passkeysMigration } from './0032-passkeys.ts'
import { singleSignOnMigration } from './0033-single-sign-on.ts'
import { listenDetailsMigration } from './0034-listen-details.ts'
import { listenChangesMigration } from './0035-listen-changes.ts'
import { relaysMigration } from './0036-relays.ts'
import { trackFeedbackMigration } from './0037-track-feedback.ts'
import { coversMigration } from './0038-covers.ts'
import { chartsMigration } from './0039-charts.ts'
import { followedAccountsMigration } from './0040-followed-accounts.ts'
import { notificationsMigration } from './0041-notifications.ts'
import { repliesMigration } from './0042-replies.ts'
import { messageChangesMigration } from './0043-message-changes.ts'
import { linkPreviewsMigration } from './0044-link-previews.ts'
import { recapsMigration } from './0046-recaps.ts'
import { swapTextsMigration } from './0053-swap-texts.ts'
import { weeklyReportsMigration } from './0056-weekly-reports.ts'
import { sharedSwapsMigration } from './0057-shared-swaps.ts'
import { likeGroupsMigration } from './0058-like-groups.ts'
import { hardeningMigration } from './0059-hardening.ts'
import { captionMentionsMigration } from './0060-caption-mentions.ts'
import { countChartsWhenReadMigration } from './0064-count-charts-when-read.ts'
import { countLeaderboardsWhenReadMigration } from './0065-count-leaderboards-when-read.ts'
import { groupLikesWhenReadMigration } from './0066-group-likes-when-read.ts'
import { feedWithoutRevisionsMigration } from './0067-feed-without-revisions.ts'
import { trackLinksMigration } from './0068-track-links.ts'
import { laterTracksMigration } from './0069-later-tracks.ts'
import { serverFailuresMigration } from './0071-server-failures.ts'
import { sentNamesMigration } from './0073-sent-names.ts'
import { uniqueTrackLinksMigration } from './0074-unique-track-links.ts'
import { musicLibrariesMigration } from './0075-music-libraries.ts'
import { artistCreditsMigration } from './0076-artist-credits.ts'
import { searchBroadcastsMigration } from './0078-search-broadcasts.ts'
import { sessionLogPositionsMigration } from './0079-session-log-positions.ts'
import { playReactionsMigration } from './0080-play-reactions.ts'
import { undoImportsMigration } from './0081-undo-imports.ts'
import { musicDecisionsMigration } from './0082-music-decisions.ts'
import { ignoredArtistsMigration } from './0083-ignored-artists.ts'
import { relayedLovesMigration } from './0085-relayed-loves.ts'
import { trackLookupsMigration } from './0086-track-lookups.ts'
import { followAndRestoreMigration } from './0087-follow-and-restore.ts'
import { serverProcessesMigration } from './0088-server-processes.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  accountsMigration,
  listeningMigration,
  broadcastsMigration,
  messagesMigration,
  swapsMigration,
  demoMigration,
  peopleMigration,
  tasteMigration,
  endedSwapsMigration,
  importsMigration,
  identitiesMigration,
  ownershipMigration,
  scrobblingMigration,
  servicesMigration,
  changedPlaysMigration,
  chartTracksByArtistMigration,
  scrobblesMigration,
  scrobbleInboxMigration,
  accountSecurityMigration,
  deletedBroadcastsMigration,
  jobNamesMigration,
  inboxWithoutKeysMigration,
  feedRevisionsMigration,
  jobQueueMigration,
  periodBoardsMigration,
  moderationMigration,
  mailMigration,
  passkeysMigration,
  singleSignOnMigration,
  listenDetailsMigration,
  listenChangesMigration,
  relaysMigration,
  trackFeedbackMigration,
  coversMigration,
  chartsMigration,
  followedAccountsMigration,
  notificationsMigration,
  repliesMigration,
  messageChangesMigration,
  linkPreviewsMigration,
  recapsMigration,
  swapTextsMigration,
  weeklyReportsMigration,
  sharedSwapsMigration,
  likeGroupsMigration,
  hardeningMigration,
  captionMentionsMigration,
  countChartsWhenReadMigration,
  countLeaderboardsWhenReadMigration,
  groupLikesWhenReadMigration,
  feedWithoutRevisionsMigration,
  trackLinksMigration,
  laterTracksMigration,
  serverFailuresMigration,
  sentNamesMigration,
  uniqueTrackLinksMigration,
  musicLibrariesMigration,
  artistCreditsMigration,
  searchBroadcastsMigration,
  sessionLogPositionsMigration,
  playReactionsMigration,
  undoImportsMigration,
  musicDecisionsMigration,
  ignoredArtistsMigration,
  relayedLovesMigration,
  trackLookupsMigration,
  followAndRestoreMigration,
  serverProcessesMigration,
]
