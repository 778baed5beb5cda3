import * as v from 'valibot'
import type { Call } from '#src/api/call.ts'
import type { Entry } from './entry.ts'

/** What a refusal means for an action; without an outcome the entry is parked and shown. */
export type Outcome = 'done' | 'drop'
type Outcomes = Readonly<Record<string, Outcome>>

/** An acknowledgement: the created record's id, and the echoed `client_id`. */
export interface Sent {
  id?: number | undefined
  client_id?: string | undefined
}

/**
 * A kind of action, enough to store it and to apply it to responses. The `name` and the `args`
 * shape are a stored format: they never change meaning.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- functions of different arguments share no narrower supertype
export interface Action<Name extends string = string, S extends v.GenericSchema = any> {
  readonly name: Name
  readonly args: S
  /** Stored formats of previous builds: their names, each with implied arguments. */
  readonly formerFormats?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Entries in one lane are sent one after the other, in the order of the user's actions. */
  readonly lane: (args: v.InferOutput<S>, client_id: string) => string
  /** The app sends it by itself: a refusal ends it, and it is not counted as pending. */
  readonly isSilent?: boolean
  /** For hosts that do not show the effect: true adds the lane to `meta.remembered`, false removes it. */
  readonly isRemembered?: (args: v.InferOutput<S>) => boolean
  /** An entry replaces an unattempted last one in its lane with the same action. */
  readonly replacesLast?: boolean
}

/** The record that an earlier call created: an action with two calls continues there. */
export interface Progress {
  madeId?: number | undefined
}

/** Reads the host's state to find out whether an action has taken effect. */
interface LookUp<Args> {
  /** Resolves to whether the effect is there, perhaps by `madeId`. Rejects as `call` does. */
  readonly isDone: (call: Call, args: Args, madeId: number | undefined) => Promise<boolean>
  /** Read before every retry on a host without `client_id`s, where a repeat counts twice. */
  readonly isBeforeResend: boolean
}

/** A kind of action with its sending function, for page and worker: no React, no query cache. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export interface Sender<Name extends string = string, S extends v.GenericSchema = any> extends Action<Name, S> {
  /**
   * By `code`, else by the status of a JSON response: `{ already_liked: 'done', 404: 'done' }`. A
   * function where it depends on the arguments.
   */
  readonly outcomes?: Outcomes | ((args: v.InferOutput<S>) => Outcomes)
  /** Sets a state: retried freely on a host without `client_id`s, where others are parked. */
  readonly isRepeatable: boolean
  /** Read after a refusal without an outcome: an effect that exists is acknowledged. */
  readonly lookUp?: LookUp<v.InferOutput<S>>
  /** Returns whether a refusal's sentence states that the effect is there: for hosts without codes. */
  readonly isRepeat?: (sentence: string, args: v.InferOutput<S>) => boolean
  readonly send: (call: Call, args: v.InferOutput<S>, client_id: string, progress: Progress) => Promise<Sent>
  /** Returns a short label for lists: 'Like', 'Message to mirelle'. */
  readonly label: (args: v.InferOutput<S>) => string
  /** Returns the user's text in it, to be copied before it is discarded; empty if there is none. */
  readonly text?: (args: v.InferOutput<S>) => string
}

/** Returns an action's stored names: its own and those from previous builds. */
export const storedNames = (action: Pick<Action, 'name' | 'formerFormats'>): string[] => [
  action.name,
  ...Object.keys(action.formerFormats ?? {}),
]

/** Returns the arguments in the present format; undefined if they cannot be parsed. */
export function readArgs<A extends Action>(action: A, entry: Pick<Entry, 'action' | 'args'>): ArgsOf<A> | undefined {
  const stored = entry.args
  const implied = action.formerFormats?.[entry.action]
  const isObject = typeof stored === 'object' && stored !== null
  const args = v.safeParse(action.args, isObject ? { ...stored, ...implied } : stored)
  // The parsed output of the action's own schema is its arguments; the generic hides that from the
  // compiler.
  return args.success ? (args.output as ArgsOf<A>) : undefined
}

/** Indexes actions by every name under which their entries are stored. */
export const indexByName = (actions: readonly AnySender[]): ReadonlyMap<string, AnySender> =>
  new Map(actions.flatMap((action) => storedNames(action).map((name) => [name, action] as const)))

export type ArgsOf<A> = A extends Action<string, infer S> ? v.InferOutput<S> : never

/** Returns its argument with the precise types of a kind of action. */
/* @__NO_SIDE_EFFECTS__ */
export const defineAction = <const Name extends string, const S extends v.GenericSchema>(action: Action<Name, S>) =>
  action

/** Returns its argument with the precise types of an action. */
/* @__NO_SIDE_EFFECTS__ */
export const defineSender = <const Name extends string, const S extends v.GenericSchema>(action: Sender<Name, S>) =>
  action

/** An action of any shape. Its schema parses `args` before any function is called. */
export type AnySender = Sender
