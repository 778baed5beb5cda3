import { setTimeout as wait } from 'node:timers/promises'
import { type Logger, logError } from '#server/telemetry/log.ts'

interface Work {
  readonly name: string
  readonly everyMs: number
  /** Whether to pause for now, as while the database is away. */
  readonly isPaused: () => boolean
  readonly perform: () => Promise<void>
}

/**
 * Performs work of this process at once and in an interval. Returns a function that stops it and waits
 * for work in progress. A failure does not end the work, and is logged unless the work is paused by then.
 */
export function repeatWork({ name, everyMs, isPaused, perform }: Work, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      if (!isPaused())
        await perform().catch((error: unknown) => {
          if (!isPaused()) logError(log, error, {}, `The job "${name}" failed: `)
        })
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}
