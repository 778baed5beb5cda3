import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '#server/http/log.ts'

/** Work that waits in a table, taken piece by piece by any process. */
export interface Lanes {
  readonly name: string
  /** How many pieces one process works on at a time. */
  readonly lanes: number
  /** How long it waits before it looks again when there is nothing. */
  readonly everyMs: number
  /** Does the next piece; false when there is none. Ends early, and leaves the piece to others, when the signal says so. */
  readonly doNext: (signal: AbortSignal) => Promise<boolean>
}

/** Works until the answer is called, which waits for what has begun. A failure is logged, and does not end the work. */
export function startLanes({ name, lanes, everyMs, doNext }: Lanes, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const lane = async () => {
    while (!signal.aborted) {
      const isAny = await doNext(signal).catch((error: unknown) => {
        log.error(`The job "${name}" failed`, { reason: error instanceof Error ? error.name : 'unknown' })
        return false
      })
      if (!isAny) await wait(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = Array.from({ length: lanes }, lane)
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}
