import { createContext, useContext } from 'react'

/** Whether a sign-out retains or deletes unsent actions. */
export type Unsent = 'keep' | 'discard'

export interface PageSession {
  /** The member's name as the server returns it; null for a visitor. */
  member: string | null
  /** Aborted when this member's session in the page ends, with its requests. */
  signal: AbortSignal
  /** Signs this device in as `name` and mounts the page again at the path `next`. */
  enter: (name: string, next: string) => Promise<void>
  /** Signs out, also offline. Deletes everything private except an outbox to be retained. */
  leave: (unsent: Unsent) => Promise<void>
  /** Ends the server's session after an offline sign-out. Await it before signing in. */
  completeLogout: () => Promise<void>
  /** Attempts these actions, or all, once. Resolves when the outbox is idle. */
  sendNow: (client_ids?: readonly string[]) => Promise<void>
}

export const SessionContext = createContext<PageSession | null>(null)

export function useSession(): PageSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the app')
  return session
}
