import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import type { AnySender } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import type { Pass } from './pass.ts'

/** Reads whether an action has taken effect. Returns an error instead, or undefined. */
export async function lookUp(
  { deps }: Pass,
  action: AnySender,
  args: unknown,
  { madeId }: Pick<Entry, 'madeId'>,
): Promise<boolean | Refused | Unreachable | undefined> {
  if (!action.lookUp) return undefined
  const call: Call = (endpoint, query, options) => deps.call(endpoint, query, { signal: deps.signal, ...options })
  try {
    return await action.lookUp.isDone(call, args, madeId)
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refused) return error
    deps.onError?.(error)
    return undefined
  }
}
