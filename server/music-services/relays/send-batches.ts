import type { Services } from '#server/http/api.ts'
import { logError } from '#server/telemetry/log.ts'
import type { SourceTimeouts } from '../accounts/open-source.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type Batch, failBatch, finishBatch, finishLove, releaseBatch, shrinkBatch, takeBatch } from './batches.ts'
import { openTarget } from './open-target.ts'
import { BatchRejected } from './relay-failure.ts'

type RelayServices = Pick<Services, 'db' | 'config' | 'now' | 'log' | 'metrics'>

/** The maximum waits for a turn at a service, and for its response: together less than a lease. */
const TIMEOUTS = { turnTimeoutMs: 30_000, timeoutMs: 20_000 }

/**
 * Sends the next batch for the relay that is due longest. Returns false if none is due. The
 * service's failures are stored for the member. Throws on errors in this server; then the batch is
 * due again when its lease ends.
 */
export async function sendNextBatch(
  services: RelayServices,
  signal?: AbortSignal,
  timeouts: SourceTimeouts = TIMEOUTS,
): Promise<boolean> {
  const { db, now } = services
  const batch = await takeBatch(db, now())
  if (batch === undefined) return false
  if (batch.listens.length === 0 && batch.love === undefined) return true
  try {
    await sendBatch(services, batch, { ...timeouts, signal })
  } catch (error) {
    if (signal?.aborted === true) await releaseBatch(db, batch)
    else await storeFailure(services, batch, error)
  }
  return true
}

async function sendBatch(services: RelayServices, batch: Batch, timeouts: SourceTimeouts): Promise<void> {
  const { db, now, metrics } = services
  const { relay, listens, love } = batch
  const target = openTarget(services, relay, timeouts)
  if (love !== undefined) {
    await target.love(love)
    return finishLove(db, batch, now())
  }
  const outcome = await target.submit(listens)
  await finishBatch(db, batch, outcome, now())
  metrics.countRelay(relay.service, 'accepted', outcome.accepted.length)
  metrics.countRelay(relay.service, 'ignored', outcome.ignored.length)
}

async function storeFailure(services: RelayServices, batch: Batch, error: unknown): Promise<void> {
  const { db, now, log, metrics } = services
  const { relay, listens } = batch
  if (error instanceof BatchRejected) {
    if (batch.love !== undefined) return finishLove(db, batch, now())
    if (listens.length === 1) metrics.countRelay(relay.service, 'ignored', 1)
    return shrinkBatch(db, batch, now())
  }
  if (!(error instanceof ServiceFailure)) throw error
  await failBatch(db, batch, error, now())
  metrics.countRelay(relay.service, error.isPassing ? 'failed' : 'stopped', 1)
  if (error.code === 'key_refused') logError(log, error, { service: relay.service }, 'A service refuses the key: ')
}
