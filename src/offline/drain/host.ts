import { getSession } from '#contract/accounts/session.ts'
import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'

/** Resolves to the session's member: null for none, undefined without a response. */
export const whoamiBy = (call: Call, name: string) => async (): Promise<string | null | undefined> => {
  try {
    return (await call(getSession, {})).viewer
  } catch (error) {
    if (error instanceof Unreachable) return undefined
    if (error instanceof Refused) return error.isHtml ? undefined : error.status === 401 ? null : name
    throw error
  }
}

/** Resolves to whether the host can be reached; a rejected request counts as reached. */
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
