import fc from 'fast-check'
import { expect } from 'vitest'
import type { LiveQuery } from '#src/cache/live.ts'
import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { ENTRY_VERSION, type Entry } from '#src/offline/outbox/entry.ts'
import { type Pending, pendingOver, type Requested } from '#src/offline/outbox/pending.ts'

/** What an action's record is named by: its id on the host, and its entry. */
export interface Made {
  readonly id: number
  readonly client_id: string
  /** The action's time, in ISO 8601. */
  readonly at: string
}

export interface Drawn<Args = unknown> extends Made {
  readonly action: string
  readonly args: Args
}

export interface Draw {
  readonly pick: <T>(...values: readonly T[]) => T
  /** The actions of this kind that were drawn before. */
  readonly earlier: <Act extends Action>(action: Act) => readonly Drawn<ArgsOf<Act>>[]
}

/** An action with its effect on a host. */
export interface Effect<Host> {
  readonly action: Action
  /** Returns arguments; undefined if the action is not possible after the earlier ones. */
  readonly draw: (draw: Draw) => unknown
  readonly execute: (host: Host, args: never, made: Made) => Host
  /** The device stores its record's id before the host shows it. */
  readonly isIdKnown?: boolean
}

/** Returns its argument with the action arguments' types. */
export const effect = <Host, Act extends Action>(
  action: Act,
  draw: (draw: Draw) => ArgsOf<Act> | undefined,
  execute: (host: Host, args: ArgsOf<Act>, made: Made) => Host,
): Effect<Host> => ({ action, draw, execute })

/** An overlay with a host, whose state is what the overlay's response says. */
interface Law<Host = never, Shown = unknown> {
  /** The name of the query, or of the overlay of another kind. */
  readonly name: string
  readonly host: Host
  readonly effects: readonly Effect<Host>[]
  /** Returns a host's response in a state with pending actions. */
  readonly show: (host: Host, pending: Pending) => Shown
  /** Returns what a user sees, without times and without pending marks. */
  readonly see: (shown: Shown) => unknown
  /**
   * Returns what is shown as the host's state. Without it, as for lists that only hide rows, the
   * overlay is applied twice by the responses that contain its actions.
   */
  readonly toHost?: (shown: Shown, host: Host) => Host
  /**
   * The host does not show which actions its numbers contain: they are right once every action has
   * been executed whose attempt had begun when the response arrived.
   */
  readonly isUnnamed?: boolean
  /** Returns what a user would see; undefined for the response without pending actions. */
  readonly expect?: (host: Host) => unknown
}

/** A law with its type parameters hidden, for lists. */
export type AnyLaw = Law

/** Returns a query's law; `name` distinguishes several for one. */
export const queryLaw = <Host, A, V>(
  name: string,
  query: LiveQuery<A, V>,
  respond: (host: Host) => A,
  law: Omit<Law<Host, V>, 'name' | 'show'>,
): AnyLaw => hide({ ...law, name, show: (host, pending) => query.overlay(respond(host), pending) })

// A law applies its functions to its own host only.
export const hide = <Host, Shown>(law: Law<Host, Shown>) => law as unknown as AnyLaw

const AT = Date.parse('2026-11-26T08:00:00.000Z')
/** The time at which the response arrived. */
const RECEIVED_AT = AT + 60_000
const MOST_ACTIONS = 5

/** A drawn history: what the host has executed, and what the device knows about it. */
interface History {
  readonly response: never
  /** The host once it has executed everything. */
  readonly truth: never
  readonly entries: readonly Entry[]
  readonly rev: number
  readonly requested: Requested
  readonly remembered: readonly string[]
}

/**
 * Checks an overlay with random actions and responses: each action is queued, in flight or
 * acknowledged, and the response was requested before, during or after the acknowledgement. What is
 * seen is what the host would show once it has executed every action, and applying the overlay
 * again changes nothing.
 */
export function checkLaw(law: AnyLaw, runs = 300): void {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const { response, truth, entries, rev, requested, remembered } = drawHistory(law, draw)
      const meta =
        law.isUnnamed === true ? { rev, seq: 9, remembered: [...remembered] } : { rev, seq: 9, dedupes: true }
      const pending = pendingOver({ meta, entries: [...entries] }, requested)
      const nothing = pendingOver({ meta: { rev, seq: 9, dedupes: true }, entries: [] }, requested)
      const shown = law.show(response, pending)
      const expected = law.expect?.(truth) ?? law.see(law.show(truth, nothing))
      expect(law.see(shown)).toEqual(expected)
      if (law.toHost) expect(law.see(law.show(law.toHost(shown, response), pending))).toEqual(expected)
    }),
    { numRuns: runs },
  )
}

interface Progress {
  readonly isAttempted: boolean
  /** The attempt began before the response arrived. */
  readonly isEarly: boolean
  readonly isExecuted: boolean
  readonly isAcked: boolean
  /** Acknowledged before the response was requested. */
  readonly isAckedBefore: boolean
}

function drawHistory(law: AnyLaw, draw: fc.GeneratorValue): History {
  const drawn = drawActions(law, draw)
  const progress = drawProgress(
    law,
    drawn.map(({ lane }) => lane),
    draw,
  )
  const is = (index: number) => progress[index] ?? NEVER_SENT
  const isExecuted = drawn.map((_, index) => is(index).isExecuted)
  const execute = (host: never, isIn: boolean) =>
    drawn.reduce<never>((state, { effect: { execute: run }, args, ...made }, index) => {
      return isExecuted[index] === isIn ? run(state, args as never, made) : state
    }, host)
  const response = execute(law.host, true)
  const acked = [true, false].flatMap((isBefore) =>
    drawn.flatMap((_, index) => (is(index).isAcked && is(index).isAckedBefore === isBefore ? [index] : [])),
  )
  const entries = drawn.map(({ effect: { action, isIdKnown }, args, lane, client_id, id }, index): Entry => {
    const { isAttempted, isEarly, isAcked } = is(index)
    return {
      v: ENTRY_VERSION,
      seq: index + 1,
      client_id,
      action: action.name,
      args,
      lane,
      status: isAcked
        ? 'acked'
        : isAttempted
          ? draw(fc.constantFrom, 'sending' as const, 'waiting' as const)
          : 'queued',
      attempts: isAttempted ? 1 : 0,
      createdAt: AT + index * 1000,
      ...(isAttempted ? { attemptedAt: RECEIVED_AT + (isEarly ? -1 : 1) } : {}),
      ...(isAcked || (isAttempted && isIdKnown === true) ? { madeId: id } : {}),
      ...(isAcked ? { ackedRev: acked.indexOf(index) + 1 } : {}),
    }
  })
  return {
    response,
    truth: execute(response, false),
    entries,
    rev: acked.length,
    requested: {
      requestedAtRev: acked.filter((index) => is(index).isAckedBefore).length,
      requestedAt: AT,
      receivedAt: RECEIVED_AT,
    },
    remembered: findRemembered(drawn.filter((_, index) => is(index).isAcked)),
  }
}

const NEVER_SENT: Progress = {
  isAttempted: false,
  isEarly: false,
  isExecuted: false,
  isAcked: false,
  isAckedBefore: false,
}

interface DrawnAction extends Drawn {
  readonly effect: Effect<never>
  readonly lane: string
}

function drawActions(law: AnyLaw, draw: fc.GeneratorValue): DrawnAction[] {
  const drawn: DrawnAction[] = []
  const chosen = draw(fc.array, fc.nat(law.effects.length - 1), { minLength: 1, maxLength: MOST_ACTIONS })
  for (const place of chosen) {
    const found = law.effects[place]
    if (found === undefined) continue
    const args = found.draw({
      pick: (...values) => draw(fc.constantFrom, ...values),
      // an action's entries have its arguments
      earlier: (action) => drawn.filter((each) => each.action === action.name) as never,
    })
    if (args === undefined) continue
    const index = drawn.length
    const client_id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    drawn.push({
      effect: found,
      action: found.action.name,
      args,
      lane: found.action.lane(args, client_id),
      client_id,
      id: 1001 + index,
      at: new Date(AT + index * 1000).toISOString(),
    })
  }
  return drawn
}

/** Draws the actions' progress: those in one lane are sent in order, one at a time. */
function drawProgress(law: AnyLaw, lanes: readonly string[], draw: fc.GeneratorValue): Progress[] {
  const limits = new Map(
    [...new Set(lanes)].map((lane) => {
      const length = lanes.filter((each) => each === lane).length
      const acked = draw(fc.nat, length)
      const attempted = draw(fc.integer, { min: acked, max: Math.min(length, acked + 1) })
      const ackedBefore = draw(fc.nat, acked)
      // At most one was in flight when the response was requested, and more may have followed.
      const executed = draw(fc.integer, { min: ackedBefore, max: attempted })
      const early = law.isUnnamed === true ? executed : draw(fc.integer, { min: executed, max: attempted })
      return [lane, { acked, attempted, ackedBefore, executed, early }] as const
    }),
  )
  return lanes.map((lane, index) => {
    const place = lanes.slice(0, index).filter((each) => each === lane).length
    const limit = limits.get(lane)
    if (limit === undefined) return NEVER_SENT
    return {
      isAttempted: place < limit.attempted,
      isEarly: place < limit.early,
      isExecuted: place < limit.executed,
      isAcked: place < limit.acked,
      isAckedBefore: place < limit.ackedBefore,
    }
  })
}

/** Returns the lanes that the device remembers on a host that does not show effects. */
function findRemembered(acked: readonly DrawnAction[]): string[] {
  const last = new Map(acked.map(({ effect: { action }, lane, args }) => [lane, action.isRemembered?.(args) === true]))
  return [...last].flatMap(([lane, isRemembered]) => (isRemembered ? [lane] : []))
}
