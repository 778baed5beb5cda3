import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/open.ts'
import { getSqlState } from '#server/db/sql-state.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '#server/listening/index.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { broadcastTracks, playTracks } from './life-freshness.ts'
import { likeBroadcasts } from './life-likes.ts'
import { answerMessages, followBack } from './life-replies.ts'
import { agreeToShare, answerSwaps, beginSwaps } from './life-swaps.ts'
import { createMusic } from './music.ts'
import { createPeople } from './people.ts'
import type { Life } from './round.ts'
import { findDemoCommunity, listDemoMembers } from './store.ts'
import { MINUTE_MS, SECOND_MS } from './times.ts'

interface DemoLife {
  readonly db: Db
  readonly now: () => Date
  /** Stops the activity; then the {@link startDemoLife} promise resolves. */
  readonly signal: AbortSignal
  readonly log: Logger
}

const EVERY_MS = 2 * SECOND_MS
/** Broadcasts and listens need no fast response: check once a minute. */
const FRESH_EVERY_MS = MINUTE_MS

/**
 * Runs a demo activity round every two seconds until `signal` aborts. Resolves at once without a
 * demo community. A failure is logged and retried in the next round.
 */
export async function startDemoLife({ db, now, signal, log }: DemoLife): Promise<void> {
  const logFailure = (error: unknown) =>
    log.warn('The demo members could not act.', {
      reason: getSqlState(error) ?? String(error instanceof Error && error.name),
    })
  let runRound: Awaited<ReturnType<typeof createLife>>
  while (!signal.aborted) {
    try {
      runRound ??= await createLife(db, logFailure)
      if (runRound === undefined) return
      await runRound(now())
    } catch (error) {
      logFailure(error)
    }
    // Aborting ends the wait early.
    await wait(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/**
 * Returns a function that runs one round, or undefined without a demo community. A round makes up
 * for a pause before it. A failing part is reported to `onFailure` and does not prevent the others.
 */
export async function createLife(
  db: Db,
  onFailure: (error: unknown) => void,
): Promise<((now: Date) => Promise<void>) | undefined> {
  const community = await findCommunity(db)
  if (community === undefined) return undefined
  let freshAt = Number.NEGATIVE_INFINITY
  let lastAt = Number.NEGATIVE_INFINITY
  return async (now) => {
    const life = { ...community, now }
    const isFreshnessDue = now.getTime() - freshAt >= FRESH_EVERY_MS
    if (isFreshnessDue) freshAt = now.getTime()
    // The server was stopped, or its machine suspended.
    const hasPaused = now.getTime() - lastAt > FRESH_EVERY_MS
    const activities = [
      ...(isFreshnessDue ? [() => broadcastTracks(life), () => playTracks(life)] : []),
      () => likeBroadcasts(life, hasPaused),
      () => followBack(life),
      () => answerMessages(life),
      () => answerSwaps(life),
      () => agreeToShare(life),
      () => beginSwaps(life),
    ]
    for (const perform of activities) await perform().catch(onFailure)
    lastAt = now.getTime()
  }
}

async function findCommunity(db: Db): Promise<Omit<Life, 'now'> | undefined> {
  const community = await findDemoCommunity(db)
  if (community === undefined) return undefined
  const music = createMusic(community.seed)
  const tastes = createPeople(community.seed, music).map(({ taste }) => taste)
  return {
    ...community,
    db,
    members: await listDemoMembers(db),
    trackIds: await inTransaction(db, (tx) => insertTracks(tx, music.tracks)),
    getTaste: (number) => tastes[number] ?? [],
  }
}
