import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#server/http/api.ts'
import { createGate } from '#server/http/gate.ts'
import { logError } from '#server/http/log.ts'
import type { PushOutcome } from '#server/http/metrics.ts'
import { type PushContent, renderPush } from './content.ts'
import {
  deferDuePushes,
  deferPush,
  deleteSubscription,
  finishPush,
  type Push,
  pauseSubscription,
  recordAccepted,
  recordRejected,
  releasePush,
  takePushes,
} from './due-pushes.ts'
import { findPushAddress } from './endpoint.ts'
import { pushKinds } from './kinds.ts'
import { type PushResponse, postPush } from './post-push.ts'
import { readPush } from './read-push.ts'
import { getVapidKeys, type VapidIdentity } from './vapid.ts'

export type PushServices = Pick<Services, 'db' | 'config' | 'now' | 'log' | 'metrics' | 'port'>

/** The number of pushes that a process sends concurrently, and of those to one push service. */
const LANES = 64
const HOST_LANES = 16
/**
 * The number of pushes that are read from the database concurrently: requests need connections too.
 */
const READS_MAX = 4
/** A run ends after this time, in ms, before the queue's time-out of the job. */
const RUN_MS = 5 * 60_000
/** While a push is in flight, others are looked for at this interval, in ms. */
const LOOK_MS = 250
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
/** The longest pause that a push service may request, in ms. */
const RETRY_AFTER_MAX_MS = 6 * 3_600_000
/** A subscription ends after this number of consecutive rejections. */
const REJECTIONS_MAX = 5

/** Sends due pushes until none is due or the signal aborts. */
export async function sendDuePushes(services: PushServices, signal: AbortSignal, timeoutMs?: number): Promise<void> {
  const identity = await findIdentity(services)
  if (identity === undefined) return
  const { db, now } = services
  const reads = createGate(READS_MAX)
  const sending = new Set<Promise<void>>()
  const taken = new Map<string, number>()
  const start = (push: Push) => {
    taken.set(push.host, (taken.get(push.host) ?? 0) + 1)
    const done = sendPush({ services, identity, reads, signal, timeoutMs }, push).finally(() => {
      sending.delete(done)
      const others = (taken.get(push.host) ?? 1) - 1
      if (others === 0) taken.delete(push.host)
      else taken.set(push.host, others)
    })
    sending.add(done)
  }
  const endsAt = Date.now() + RUN_MS
  while (!signal.aborted && Date.now() < endsAt) {
    const places = { max: LANES - sending.size, hostMax: HOST_LANES, taken }
    const pushes = places.max === 0 ? [] : await takePushes(db, places, now())
    for (const push of pushes) start(push)
    if (pushes.length > 0) continue
    if (sending.size === 0) return
    await Promise.race([...sending, wait(LOOK_MS)])
  }
  await Promise.all(sending)
}

/** With a key that cannot be decrypted, all due pushes wait for this long, in ms. */
const NO_KEY_PAUSE_MS = 10 * 60_000

async function findIdentity({ db, config, now, log }: PushServices): Promise<VapidIdentity | undefined> {
  const keys = await getVapidKeys(db, config, now())
  if (keys !== undefined) return { keys, contact: config.pushContact }
  log.error('The key of Web Push cannot be decrypted: SECRET_KEY has changed. See docs/notifications.md')
  await deferDuePushes(db, now(), new Date(now().getTime() + NO_KEY_PAUSE_MS))
  return undefined
}

interface Sending {
  readonly services: PushServices
  readonly identity: VapidIdentity
  readonly reads: ReturnType<typeof createGate>
  readonly signal: AbortSignal
  readonly timeoutMs: number | undefined
}

/**
 * Sends a push and records the outcome. Errors of this server are logged; the lease then expires.
 */
async function sendPush(sending: Sending, push: Push): Promise<void> {
  const { services, reads, signal } = sending
  const { db, config, now, log } = services
  try {
    const leave = await reads.enter()
    const read = await readPush(db, push, toBaseUrl(services), now()).finally(leave)
    if ('skipped' in read) {
      if (read.skipped === 'ended') await deleteSubscription(db, push)
      else await finishPush(db, push, now())
      return record(services, push, 'kind' in read ? (read.kind ?? 'none') : 'none', 'skipped', read.skipped)
    }
    const { content } = read
    if (isExpired(push, content, now())) {
      await finishPush(db, push, now())
      return record(services, push, content.kind, 'expired')
    }
    const address = findPushAddress(config, push.endpoint)
    const response =
      address === undefined ? { status: 0, reason: 'EREFUSED' } : await post(sending, push, content, address)
    if (signal.aborted && response.status === 0) return await releasePush(db, push)
    await settle(services, push, content, response)
  } catch (error) {
    logError(log, error, {}, 'A push: ')
  }
}

/** Sends a message; if it is too large for the push service, the shortest form of it. */
async function post(
  { identity, signal, timeoutMs }: Sending,
  push: Push,
  content: PushContent,
  address: NonNullable<ReturnType<typeof findPushAddress>>,
): Promise<PushResponse> {
  const request = { push, kind: pushKinds[content.kind], address, identity, signal, ...(timeoutMs && { timeoutMs }) }
  const response = await postPush({ ...request, text: renderPush(content) })
  return response.status === 413 ? postPush({ ...request, text: renderPush(content, true) }) : response
}

const isExpired = ({ causedAt }: Push, { kind }: PushContent, now: Date) =>
  now.getTime() - causedAt.getTime() > pushKinds[kind].ttlSeconds * 1000

/** Records a response: accepted, ended, to be sent again, or rejected for good. */
async function settle(
  services: PushServices,
  push: Push,
  { kind }: PushContent,
  { status, retryAfterMs, reason }: PushResponse,
): Promise<void> {
  const { db, now, metrics } = services
  const why = reason ?? String(status)
  if (status >= 200 && status < 300) {
    await finishPush(db, push, now(), pushKinds[kind].pauseMs)
    await recordAccepted(db, push, now())
    if (pushKinds[kind].pauseMs === 0) metrics.observePush((now().getTime() - push.causedAt.getTime()) / 1000)
    return record(services, push, kind, 'sent')
  }
  if (status === 404 || status === 410) {
    await deleteSubscription(db, push)
    return record(services, push, kind, 'gone', why)
  }
  const isPassing = status === 429 || status === 408 || status >= 500 || (status === 0 && !REFUSED.has(why))
  if (!isPassing) {
    await finishPush(db, push, now())
    await recordRejected(db, push, REJECTIONS_MAX)
    return record(services, push, kind, 'rejected', why)
  }
  if (retryAfterMs !== undefined)
    await pauseSubscription(db, push, new Date(now().getTime() + Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)))
  await deferPush(db, push, new Date(now().getTime() + toPauseMs(push.attempts, retryAfterMs)))
  return record(services, push, kind, 'failed', why)
}

/** The address is not allowed: by the settings, or because its name leads to a private network. */
const REFUSED: ReadonlySet<string> = new Set(['EREFUSED', 'PrivateAddress'])

/** Returns the pause before a retry: doubles with every attempt, with jitter. */
function toPauseMs(attempts: number, retryAfterMs = 0): number {
  const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
  return Math.max(doubled * (1 + Math.random() / 4), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}

const toBaseUrl = ({ config, port }: PushServices) =>
  config.publicUrl?.href.replace(/\/$/, '') ?? `http://localhost:${port()}`

/** Counts and logs the outcome of a push, without its endpoint and text. */
function record(
  { log, metrics }: PushServices,
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
