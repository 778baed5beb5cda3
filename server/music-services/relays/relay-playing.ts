import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import type { QueueRef } from '#server/queue/job-queue.ts'
import { logError } from '#server/telemetry/log.ts'
import { ServiceFailure } from '../service-failure.ts'
import { isEcho } from './echo.ts'
import { openTarget } from './open-target.ts'
import { BatchRejected } from './relay-failure.ts'
import type { RelayedTrack } from './relay-target.ts'
import { toRelayName } from './secrets.ts'
import { listActiveRelays, type Relay, stopRelay } from './store.ts'

const PlayingPayload = v.object({ memberId: v.number() })

/** The queue for current tracks to relay, without its handler. */
export const playingQueueRef: QueueRef<v.InferOutput<typeof PlayingPayload>> = {
  name: 'relay-now-playing',
  payload: PlayingPayload,
}

/**
 * The maximum waits for a turn at a service and for its response: a late current track is useless.
 */
const TIMEOUTS = { turnTimeoutMs: 5_000, timeoutMs: 10_000 }

/**
 * Adds a job that relays a member's current track. Never throws: a player's request succeeds
 * without it.
 */
export async function queuePlaying({ db, jobs, log }: Pick<Services, 'db' | 'jobs' | 'log'>, memberId: number) {
  try {
    await db.transaction().execute((tx) => jobs.enqueue(tx, playingQueueRef, { memberId }, String(memberId)))
  } catch (error) {
    logError(log, error, {}, 'A current track is not relayed: ')
  }
}

/**
 * Sends a member's current track to all relays that send. Failures that pass are not retried: the
 * next track follows soon.
 */
export async function relayPlaying(
  services: Pick<Services, 'db' | 'config' | 'now' | 'metrics'>,
  memberId: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db, config, now } = services
  const track = await findCurrentTrack(db, memberId, now())
  if (track === undefined || config.secretKey === null) return
  const ownName = toRelayName(config.secretKey)
  const relays = (await listActiveRelays(db, memberId)).filter((relay) => !isEcho(track.details, relay, ownName))
  await Promise.all(relays.map((relay) => sendTrack(services, relay, track, signal)))
}

async function sendTrack(
  services: Pick<Services, 'db' | 'config' | 'now' | 'metrics'>,
  relay: Relay,
  track: RelayedTrack,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await openTarget(services, relay, { ...TIMEOUTS, signal }).playNow(track)
  } catch (error) {
    // A track that the service rejects is not a relay failure.
    if (error instanceof BatchRejected) return
    if (!(error instanceof ServiceFailure)) throw error
    services.metrics.countRelay(relay.service, error.isPassing ? 'failed' : 'stopped', 1)
    if (error.isPassing) return
    await services.db.transaction().execute((tx) => stopRelay(tx, relay, error.code, services.now()))
  }
}

async function findCurrentTrack(db: Db, memberId: number, now: Date): Promise<RelayedTrack | undefined> {
  const { rows } = await sql<{ artist: string; title: string; details: ListenDetails | null }>`
    select artist, title, details from now_playing where member_id = ${memberId}
      and ends_at > ${now}::timestamptz`.execute(db)
  const [row] = rows
  return row && { ...row, details: row.details ?? undefined }
}
