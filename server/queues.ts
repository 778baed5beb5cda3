import { mailQueue, resetRequestsQueue } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'
import {
  applyDecision,
  checkFairness,
  countChanges,
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
  deleteOldPending,
  deleteOldTurns,
  failDeadImports,
  findDeadImports,
  findRemovals,
  musicServiceQueues,
  queueScheduled,
  removeBatch,
} from '#server/music-services/index.ts'
import { deleteSentPushes, pushQueue } from '#server/push/index.ts'
import { buildIndexesQueue } from '#server/queue/build-indexes.ts'
import { type AnyQueue, defineScheduledQueue, deleteAfter } from '#server/queue/define-queue.ts'
import { announceReports, findDueReports, scheduleNewMembers } from '#server/recaps/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'

type Change = (tx: Tx, now: Date) => Promise<unknown>

/** Hourly jobs, each at a minute of its own, so that they do not need all connections at once. */
const HOURLY: readonly (readonly [string, Change])[] = [
  ['delete-expired-sessions', deleteAfter('sessions', 'expires_at')],
  ['delete-old-client-ids', deleteAfter('client_ids', 'delete_after')],
  // Those unused for a day are full, or nearly.
  ['delete-old-rate-limits', deleteAfter('rate_limits', 'refilled_at', 1)],
  ['delete-old-password-resets', deleteAfter('password_resets', 'expires_at')],
  // Not known any more by then (server/accounts/passwords/known-addresses.ts).
  ['delete-old-addresses', deleteAfter('known_addresses', 'last_used_at', 180)],
  ['delete-old-deleted-broadcasts', deleteAfter('deleted_broadcasts', 'deleted_at', 90)],
  ['delete-ended-now-playing', deleteAfter('now_playing', 'ends_at')],
  ['purge-lastfm-auth-requests', deleteAfter('source_proofs', 'expires_at')],
  ['purge-service-slots', deleteOldTurns],
  ['end-unanswered-swaps', endUnansweredSwaps],
  ['delete-expired-passkey-challenges', deleteAfter('passkey_challenges', 'expires_at')],
  ['delete-old-email-confirmations', deleteAfter('email_confirmations', 'expires_at')],
  [
    'delete-old-sign-in-flows',
    async (tx, now) => {
      await deleteAfter('sign_in_flows', 'expires_at')(tx, now)
      await deleteAfter('pending_sign_ups', 'expires_at')(tx, now)
    },
  ],
  ['delete-old-relayed-listens', deleteOldPending],
  // Reported as expired until then.
  ['delete-old-program-requests', deleteAfter('program_requests', 'expires_at', 1)],
  ['delete-sent-pushes', deleteSentPushes],
  ['schedule-weekly-reports', scheduleNewMembers],
  // Until then their removal can be undone.
  ['delete-old-doubles', deleteAfter('listen_doubles', 'removed_at', 30)],
]

export const queues: readonly AnyQueue[] = [
  mailQueue,
  resetRequestsQueue,
  ...musicServiceQueues,
  pushQueue,
  buildIndexesQueue,
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
