import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { runLanes } from '#server/queue/leased-rows.ts'
import { findDueRelay } from './batches.ts'
import { playingQueueRef, relayPlaying } from './relay-playing.ts'
import { sendNextBatch } from './send-batches.ts'

/** The number of relays that a process sends for concurrently. */
const LANES = 8

/**
 * Sends pending listens. The state of each relay is its row: one job sends for all relays, and one
 * job at a time exists, so that a failing service costs no jobs. A killed job is repeated; its
 * batches in flight are sent again unchanged.
 */
export const relayListensQueue = defineQueue<null>({
  name: 'relay-listens',
  payload: NoPayload,
  schedule: { whenAny: findDueRelay },
  retryAfterSeconds: 10,
  timeoutSeconds: 600,
  perform: (services, { signal }) => runLanes(LANES, () => sendNextBatch(services, signal), signal),
})

/** Relays current tracks; a late one is useless, so it is not retried. */
export const relayPlayingQueue = defineQueue({
  ...playingQueueRef,
  retries: 0,
  timeoutSeconds: 60,
  concurrency: 4,
  perform: (services, { payload, signal }) => relayPlaying(services, payload.memberId, signal),
})
