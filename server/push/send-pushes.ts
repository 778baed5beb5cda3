import { ownUrl } from '#server/http/base-url.ts'
import { createBatcher } from '#server/http/batcher.ts'
import { logError } from '#server/telemetry/log.ts'
import { type PushContent, renderPush } from './content.ts'
import { deferDuePushes, type Push, takePushes } from './due-pushes.ts'
import { findPushAddress, type PushAddress } from './endpoint.ts'
import { deleteSubscription, type FinishedPush, finishLocked, finishPushes, releasePush } from './finish-pushes.ts'
import { pushKinds } from './kinds.ts'
import { createPushLanes, type LaneLimits } from './lanes.ts'
import { type PushResponse, postPush } from './post-push.ts'
import { type ReadPush, readPushes } from './read-pushes.ts'
import type { PushServices } from './services.ts'
import { recordOutcome, settlePush } from './settle-push.ts'
import { getVapidKeys, type VapidIdentity } from './vapid.ts'

/** The maximum number of pushes that one statement reads or finishes. */
const BATCH_MAX = 64
/** A run ends after this time, in ms, before the queue's job time-out. */
const RUN_MS = 5 * 60_000
/** While a push is in flight, others are looked for at this interval, in ms. */
const LOOK_MS = 250

interface SendOptions {
  /** The longest wait for a response, in ms. */
  readonly timeoutMs?: number
  readonly limits?: LaneLimits
}

/** Sends due pushes until none is due or the signal aborts. */
export async function sendDuePushes(
  services: PushServices,
  signal: AbortSignal,
  { timeoutMs, limits }: SendOptions = {},
): Promise<void> {
  let identity = await findIdentity(services)
  const lanes = createPushLanes(limits)
  const batches = createBatches(services)
  const endsAt = Date.now() + RUN_MS
  while (identity !== undefined && !signal.aborted && Date.now() < endsAt) {
    // A batch taken while others are in flight may leave out a member or a push service.
    const isWhole = lanes.isEmpty()
    const batch = lanes.getBatch()
    const pushes = batch.max === 0 ? [] : await takePushes(services.db, batch, services.now())
    // The subscriptions in the same snapshot have this key: it may have been replaced.
    if (pushes.some(({ publicKey }) => publicKey !== identity?.keys.publicKey)) identity = await findIdentity(services)
    for (const push of pushes) lanes.add(push, sendPush({ services, batches, identity, signal, timeoutMs }, push))
    if (pushes.length === 0 && isWhole) return
    const mayBeMore = pushes.length > 0 && pushes.length === batch.max
    if (!mayBeMore && !lanes.isEmpty()) await lanes.waitForPlace(LOOK_MS)
  }
  await lanes.waitForAll()
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

interface Batches {
  readonly read: (push: Push) => Promise<ReadPush>
  readonly finish: (finished: FinishedPush) => Promise<void>
}

/**
 * Reads and finishes pushes in batches, one at a time: requests need pool connections too, and
 * while they wait for one, the next batch grows.
 */
function createBatches(services: PushServices): Batches {
  const { db, now } = services
  const finishUnlocked = createBatcher(
    (finished: readonly FinishedPush[]) => finishPushes(db, finished, now()),
    BATCH_MAX,
  )
  return {
    read: createBatcher((pushes: readonly Push[]) => readPushes(db, pushes, ownUrl(services), now()), BATCH_MAX),
    async finish(finished) {
      // Outside the batch: it waits for a transaction.
      if (!(await finishUnlocked(finished))) await finishLocked(db, finished, now())
    },
  }
}

interface Sending {
  readonly services: PushServices
  readonly batches: Batches
  /** Undefined if the key cannot be decrypted. */
  readonly identity: VapidIdentity | undefined
  readonly signal: AbortSignal
  readonly timeoutMs: number | undefined
}

/**
 * Sends a push and records the outcome. This server's errors are logged; the lease then expires.
 */
async function sendPush(sending: Sending, push: Push): Promise<void> {
  const { services, batches, identity, signal } = sending
  const { db, config, log } = services
  try {
    const content = await readContent(sending, push)
    if (content === undefined) return
    if (identity === undefined) return await releasePush(db, push)
    const address = findPushAddress(config, push.endpoint)
    const response =
      address === undefined
        ? { status: 0, reason: 'EREFUSED' }
        : await post(sending, { push, content, address, identity })
    if (signal.aborted && response.status === 0) return await releasePush(db, push)
    await settlePush(services, push, content, response, batches.finish)
  } catch (error) {
    logError(log, error, {}, 'A push: ')
  }
}

/** Reads what a push is about. Without a reason to send it, finishes it and returns undefined. */
async function readContent({ services, batches }: Sending, push: Push): Promise<PushContent | undefined> {
  const read = await batches.read(push)
  if ('content' in read) {
    if (!isExpired(push, read.content, services.now())) return read.content
    await batches.finish({ push, isAccepted: false })
    recordOutcome(services, push, read.content.kind, 'expired')
    return undefined
  }
  if (read.skipped === 'ended') await deleteSubscription(services.db, push)
  else await batches.finish({ push, isAccepted: false })
  recordOutcome(services, push, 'kind' in read ? (read.kind ?? 'none') : 'none', 'skipped', read.skipped)
  return undefined
}

interface Request {
  readonly push: Push
  readonly content: PushContent
  readonly address: PushAddress
  readonly identity: VapidIdentity
}

/** Sends a message; if it is too large for the push service, its shortest form. */
async function post({ signal, timeoutMs }: Sending, { content, ...request }: Request): Promise<PushResponse> {
  const postText = (text: string) =>
    postPush({ ...request, kind: pushKinds[content.kind], signal, text, ...(timeoutMs && { timeoutMs }) })
  const response = await postText(renderPush(content))
  return response.status === 413 ? postText(renderPush(content, true)) : response
}

const isExpired = ({ causedAt }: Push, { kind }: PushContent, now: Date) =>
  now.getTime() - causedAt.getTime() > pushKinds[kind].ttlSeconds * 1000
