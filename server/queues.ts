import {
  deleteOldAddresses,
  deleteOldChallenges,
  deleteOldEmailConfirmations,
  deleteOldPasswordResets,
  deleteOldSignInFlows,
  mailQueue,
  resetRequestsQueue,
} from '#server/accounts/index.ts'
import { deleteOldDeletedBroadcasts } from '#server/broadcasts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { deleteOldClientIds } from '#server/http/idempotency.ts'
import { deleteOldBuckets } from '#server/http/rate-limit.ts'
import { deleteOldSessions } from '#server/http/session.ts'
import {
  applyDecision,
  checkFairness,
  countChanges,
  deleteOldDoubles,
  deleteUnusedNames,
  findChangedDays,
  findChangedPlays,
  findChangedTaste,
  findDoubleChecks,
  findDoubles,
  findDueCredits,
  findDueDecisions,
  findOutdatedCommunityCharts,
  findUnusedNames,
  recountCommunityCharts,
  splitCredits,
  updateTaste,
} from '#server/listening/index.ts'
import {
  deleteEndedPlaying,
  deleteOldPending,
  deleteOldProgramRequests,
  deleteOldProofs,
  deleteOldTurns,
  failDeadImports,
  findDeadImports,
  findRemovals,
  followedAccountsQueue,
  musicLibrariesQueue,
  queueScheduled,
  relayListensQueue,
  relayPlayingQueue,
  removeBatch,
  shownTracksQueue,
  trackLookupsQueue,
} from '#server/music-services/index.ts'
import { deleteSentPushes, pushQueue } from '#server/push/index.ts'
import { type AnyQueue, defineScheduledQueue } from '#server/queue/define-queue.ts'
import { announceReports, findDueReports, scheduleNewMembers } from '#server/recaps/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'

type Change = (tx: Tx, now: Date) => Promise<unknown>

/** Hourly jobs, each at a minute of its own, so that they do not need all connections at once. */
const HOURLY: readonly (readonly [string, Change])[] = [
  ['delete-expired-sessions', deleteOldSessions],
  ['delete-old-client-ids', deleteOldClientIds],
  ['delete-old-rate-limits', deleteOldBuckets],
  ['delete-old-password-resets', deleteOldPasswordResets],
  ['delete-old-addresses', deleteOldAddresses],
  ['delete-old-deleted-broadcasts', deleteOldDeletedBroadcasts],
  ['delete-ended-now-playing', deleteEndedPlaying],
  ['purge-lastfm-auth-requests', deleteOldProofs],
  ['purge-service-slots', deleteOldTurns],
  ['end-unanswered-swaps', endUnansweredSwaps],
  ['delete-expired-passkey-challenges', deleteOldChallenges],
  ['delete-old-email-confirmations', deleteOldEmailConfirmations],
  ['delete-old-sign-in-flows', deleteOldSignInFlows],
  ['delete-old-relayed-listens', deleteOldPending],
  ['delete-old-program-requests', deleteOldProgramRequests],
  ['delete-sent-pushes', deleteSentPushes],
  ['schedule-weekly-reports', scheduleNewMembers],
  ['delete-old-doubles', deleteOldDoubles],
]

export const queues: readonly AnyQueue[] = [
  mailQueue,
  resetRequestsQueue,
  relayListensQueue,
  relayPlayingQueue,
  followedAccountsQueue,
  musicLibrariesQueue,
  trackLookupsQueue,
  shownTracksQueue,
  pushQueue,
  ...HOURLY.map(([name, change], place) =>
    // Seven and sixty have no common factor: no two of sixty jobs have the same minute.
    defineScheduledQueue(name, { cron: `${(place * 7 + 2) % 60} * * * *` }, change),
  ),
  defineScheduledQueue('schedule-daily-chart-refresh', { cron: '*/5 * * * *' }, queueScheduled),
  defineScheduledQueue('fail-dead-imports', { whenAny: findDeadImports }, failDeadImports),
  defineScheduledQueue('update-artist-counts', { whenAny: findChangedPlays }, countChanges),
  defineScheduledQueue('recount-community-charts', { whenAny: findOutdatedCommunityCharts }, recountCommunityCharts),
  defineScheduledQueue('apply-music-decisions', { whenAny: findDueDecisions }, applyDecision),
  defineScheduledQueue('remove-listens', { whenAny: findRemovals }, removeBatch),
  defineScheduledQueue('find-doubles', { whenAny: findDoubleChecks }, findDoubles),
  defineScheduledQueue('delete-unused-names', { whenAny: findUnusedNames }, deleteUnusedNames),
  defineScheduledQueue('split-credits', { whenAny: findDueCredits }, splitCredits),
  defineScheduledQueue('check-impossible-days', { whenAny: findChangedDays }, checkFairness),
  defineScheduledQueue('announce-weekly-reports', { whenAny: findDueReports }, announceReports),
  defineScheduledQueue('update-similar-taste', { whenAny: findChangedTaste }, updateTaste),
]
