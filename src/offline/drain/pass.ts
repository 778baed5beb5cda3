import type { Call } from '#src/api/call.ts'
import type { AnyAction } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { BREAKER } from './breaker.ts'

export interface DrainDeps {
  outbox: Outbox
  actions: ReadonlyMap<string, AnyAction>
  call: Call
  now: () => number
  /** A number in [0, 1). */
  chance: () => number
  /** Whether the outbox's member is still the one signed in on this device; asked before every request. */
  isCurrent: () => Promise<boolean>
  /** Who the server takes us for, asked after a 403 without a code: the member, or null, or undefined without an answer. */
  whoami: () => Promise<string | null | undefined>
  isMember: (name: string) => boolean
  /**
   * A harmless read: whether our host can be reached, a refusal counting as yes. Asked before what must not be sent twice
   * leaves for a host that has never shown that it keeps repeats apart: in a tunnel it then waits instead of being parked
   * as in doubt.
   */
  reach?: () => Promise<boolean>
  /** Told of errors in an action's own code; its entry is parked. */
  onError?: (error: unknown) => void
  /** Ends the pass and aborts its requests. */
  signal: AbortSignal
}

export interface DrainOptions {
  /** A connection has just come back: waits that were only guesses are cut short. */
  ignoreBackoff?: boolean
}

/** One pass over the outbox, as far as it has come. */
export interface Pass {
  deps: DrainDeps
  options: DrainOptions
  failures: number
  acked: number
  isOver: boolean
  /** Ended for good: another member's turn, or aborted. */
  isCut: boolean
  /** Lanes taken in this pass that came to rest. */
  tried: Set<string>
  reached?: Promise<boolean>
}

/** Nothing more leaves in this pass. False: nor does the caller's lane go on. */
export function over(pass: Pass): false {
  pass.isOver = true
  return false
}

/** The pass ends, and none follows by itself. */
export function cut(pass: Pass): false {
  pass.isCut = true
  return over(pass)
}

/** One more request without an answer; too many in a row end the pass. */
export function missedOne(pass: Pass): false {
  pass.failures++
  return pass.failures >= BREAKER ? over(pass) : false
}

/**
 * Whether a repeat of this action might be done twice: it must not, and the host has not shown that it can tell. An entry
 * whose first call is known to have made something continues after it, and repeats nothing.
 */
export const isInDoubt = (pass: Pass, action: AnyAction, { madeId }: Pick<Entry, 'madeId'>) =>
  !action.isRepeatable && madeId === undefined && !isDeduping(pass)

/** Whether the host has shown that it keeps repeats apart. */
export const isDeduping = ({ deps }: Pass) => deps.outbox.snapshot().meta.dedupes === true

/** Whether our host can be reached; asked once in a pass. */
export const isReached = (pass: Pass): Promise<boolean> => {
  pass.reached ??= pass.deps.reach?.() ?? Promise.resolve(true)
  return pass.reached
}
