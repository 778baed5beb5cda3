import { getSession } from '#contract/accounts/session.ts'
import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'

/**
 * Asks who the server takes us for: a member, null for nobody, undefined without an answer. A host without sessions takes
 * us for whom we say we are: `name`.
 */
export const whoamiBy = (call: Call, name: string) => async (): Promise<string | null | undefined> => {
  try {
    return (await call(getSession, {})).viewer
  } catch (error) {
    if (error instanceof Unreachable) return undefined
    if (error instanceof Refused) return error.status === 401 ? null : name
    throw error
  }
}

/** Asks whether our host can be reached at all; a refusal is an answer. */
export const reachBy = (call: Call) => async (): Promise<boolean> => {
  try {
    await call(getSession, {})
    return true
  } catch (error) {
    if (error instanceof Unreachable) return false
    if (error instanceof Refused) return true
    throw error
  }
}
