import { setTimeout as wait } from 'node:timers/promises'

/** Resolves to the result, or to undefined after `ms`. Rejects as `result` does until then. */
export async function inTime<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  const ended = new AbortController()
  try {
    return await Promise.race([result, wait(ms, undefined, { signal: ended.signal })])
  } finally {
    ended.abort()
  }
}
