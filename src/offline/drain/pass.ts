import type { Call } from '#src/api/call.ts'
import type { AnySender } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { BREAKER } from './breaker.ts'

export interface DrainDeps {
  outbox: Outbox
  actions: ReadonlyMap<string, AnySender>
  call: Call
  now: () => number
  /** A number in [0, 1). */
  chance: () => number
  /** Resolves to whether the outbox's member is still signed in here; before every request. */
  isCurrent: () => Promise<boolean>
  /** Resolves to the session's member after a 403 without a code; see `whoamiBy`. */
  whoami: () => Promise<string | null | undefined>
  isMember: (name: string) => boolean
  /**
   * A read without side effects: whether the host can be reached, including by a refusal. Used
   * before an action that must not be repeated is sent to a host that has never been seen to
   * deduplicate: in a tunnel it then waits instead of being parked in doubt.
   */
  reach?: () => Promise<boolean>
  /** Called with errors in an action's own code; its entry is parked. */
  onError?: (error: unknown) => void
  /** Ends the pass and aborts its requests. */
  signal: AbortSignal
}

export interface DrainOptions {
  /** Estimated waits are cut short: the app was opened, or requests succeed again. */
  ignoreBackoff?: boolean
  /** Requests succeed again: an entry that waits for its Retry-After is probed at once. */
  mayProbe?: boolean
  /** The `client_id`s that the user wants sent: each is attempted once. */
  urgent?: readonly string[]
}

export interface Pass {
  deps: DrainDeps
  options: DrainOptions
  failures: number
  acked: number
  isOver: boolean
  /** Ended without a follow-up: another member signed in, or aborted. */
  isStopped: boolean
  tried: Set<string>
  /** The lane with a probe in flight: there is one at a time. */
  probing?: string | undefined
  reached?: Promise<boolean>
}

export const isUrgent = ({ options }: Pass, { client_id }: Pick<Entry, 'client_id'>) =>
  options.urgent?.includes(client_id) === true

/** Ends the pass. Returns false, so that the caller's lane stops too. */
export function endPass(pass: Pass): false {
  pass.isOver = true
  return false
}

/** Ends the pass without a follow-up. */
export function stopPass(pass: Pass): false {
  pass.isStopped = true
  return endPass(pass)
}

/** Counts a request without a response; too many in a row end the pass. */
export function countUnreached(pass: Pass): false {
  pass.failures++
  return pass.failures >= BREAKER ? endPass(pass) : false
}

/** Returns whether a repeat might take effect twice: neither repeatable, nor continued, nor deduplicated. */
export const isInDoubt = (pass: Pass, action: AnySender, { madeId }: Pick<Entry, 'madeId'>) =>
  !action.isRepeatable && madeId === undefined && !isDeduping(pass)

/** Returns whether the host has been seen to deduplicate. */
export const isDeduping = ({ deps }: Pass) => deps.outbox.snapshot().meta.dedupes === true

/** Resolves to whether the host can be reached; requested once per pass. */
export const isReached = (pass: Pass): Promise<boolean> => {
  pass.reached ??= pass.deps.reach?.() ?? Promise.resolve(true)
  return pass.reached
}
