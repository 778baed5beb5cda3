import { setTimeout as wait } from 'node:timers/promises'
import { describeFailure, type Logger } from '#server/telemetry/log.ts'

/** Queued work in a table, processed item by item by any process. */
export interface Lanes {
  readonly name: string
  /** The maximum number of items that a process works on concurrently. */
  readonly lanes: number
  /** The delay between two checks on an empty queue by the lanes together, in ms. */
  readonly everyMs: number
  /** Whether to leave the items alone for now, as while the database is away. */
  readonly isPaused?: () => boolean
  /**
   * Processes the next item; resolves to false if there is none. If the signal aborts, it ends
   * early and leaves the item to other processes.
   */
  readonly doNext: (signal: AbortSignal) => Promise<boolean>
}

/**
 * Starts the work. Returns a function that stops it and waits for items in progress. A failure is
 * logged and does not end the work.
 */
export function startLanes(
  { name, lanes, everyMs, isPaused = () => false, doNext }: Lanes,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {})
  // The lanes on an empty queue check it in turn.
  const lane = async (_: unknown, place: number) => {
    await pause(place * everyMs)
    while (!signal.aborted) {
      const hasItem = isPaused()
        ? false
        : await doNext(signal).catch((error: unknown) => {
            log.error(`The job "${name}" failed`, describeFailure(error))
            return false
          })
      if (!hasItem) await pause(lanes * everyMs)
    }
  }
  const running = Array.from({ length: lanes }, lane)
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}
