import { toBackOffMs } from '#server/queue/back-off.ts'
import type { PushOutcome } from '#server/telemetry/metrics.ts'
import type { PushContent } from './content.ts'
import type { Push } from './due-pushes.ts'
import {
  deferPush,
  deleteSubscription,
  type FinishedPush,
  pauseSubscription,
  pauseTag,
  recordRejected,
} from './finish-pushes.ts'
import { pushKinds } from './kinds.ts'
import type { PushResponse } from './post-push.ts'
import type { PushServices } from './services.ts'

const BACK_OFF = { firstMs: 30_000, longestMs: 3_600_000 }
/** The longest pause that a push service may request, in ms. */
const RETRY_AFTER_MAX_MS = 6 * 3_600_000
/** A subscription ends after this many consecutive rejections. */
const REJECTIONS_MAX = 5

/** Finishes a push; other pushes that end at the same time share its statement. */
type FinishPush = (finished: FinishedPush) => Promise<void>

/** Records a response: accepted, ended, to be sent again, or rejected for good. */
export async function settlePush(
  services: PushServices,
  push: Push,
  { kind }: PushContent,
  { status, retryAfterMs, reason }: PushResponse,
  finish: FinishPush,
): Promise<void> {
  const { db, now, metrics } = services
  const why = reason ?? String(status)
  if (status >= 200 && status < 300) {
    const { pauseMs } = pushKinds[kind]
    if (pauseMs > 0) await pauseTag(db, push, now(), pauseMs)
    else {
      await finish({ push, isAccepted: true })
      metrics.observePush((now().getTime() - push.causedAt.getTime()) / 1000)
    }
    return recordOutcome(services, push, kind, 'sent')
  }
  if (status === 404 || status === 410) {
    await deleteSubscription(db, push)
    return recordOutcome(services, push, kind, 'gone', why)
  }
  const isPassing = status === 429 || status === 408 || status >= 500 || (status === 0 && !REFUSED.has(why))
  if (!isPassing) {
    await finish({ push, isAccepted: false })
    await recordRejected(db, push, REJECTIONS_MAX)
    return recordOutcome(services, push, kind, 'rejected', why)
  }
  const requestedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)
  if (retryAfterMs !== undefined) await pauseSubscription(db, push, new Date(now().getTime() + requestedMs))
  const pauseMs = Math.max(toBackOffMs(push.attempts, BACK_OFF), requestedMs)
  await deferPush(db, push, new Date(now().getTime() + pauseMs))
  return recordOutcome(services, push, kind, 'failed', why)
}

/** The address is not allowed: by the settings, or because its name leads to a private network. */
const REFUSED: ReadonlySet<string> = new Set(['EREFUSED', 'PrivateAddress'])

/** Counts and logs a push's outcome, without its endpoint and text. */
export function recordOutcome(
  { log, metrics }: Pick<PushServices, 'log' | 'metrics'>,
  { memberId: member, host, attempts }: Push,
  kind: string,
  outcome: PushOutcome,
  reason?: string,
): void {
  metrics.countPush(kind, outcome)
  const fields = {
    kind,
    outcome,
    member,
    service: host,
    attempt: attempts + 1,
    ...(reason === undefined ? {} : { reason }),
  }
  if (outcome === 'skipped') log.debug('Push', fields)
  else if (outcome === 'sent' || outcome === 'gone') log.info('Push', fields)
  else log.warn('Push', fields)
}
