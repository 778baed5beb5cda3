import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const ids = new AsyncLocalStorage<string>()

/** Returns the id of the request that the current code runs for, undefined outside requests. */
export const currentRequestId = (): string | undefined => ids.getStore()

/** Runs `handle` for a request: every line that it logs has the id. */
export const runWithRequestId = <T>(id: string, handle: () => T): T => ids.run(id, handle)

/**
 * Returns the id for a request: the one that a trusted proxy has sent, so that its log and this one
 * can be joined, or a new one.
 */
export function chooseRequestId(sent: string | undefined, trustedProxies: number): string {
  if (trustedProxies > 0 && sent !== undefined && /^[\w.:-]{1,64}$/.test(sent)) return sent
  // Node creates UUIDs in advance; the end is random.
  return randomUUID().slice(-12)
}
