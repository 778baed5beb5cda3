import { createContext, useContext } from 'react'

/** Whether a sign-out retains or deletes unsent actions. */
export type Unsent = 'keep' | 'discard'

export interface PageSession {
  /** The member's name as the server returns it; null for a visitor. */
  member: string | null
  /**
   * Aborted when this member's session in the page ends: aborts requests in flight at a sign-out.
   */
  signal: AbortSignal
  /**
   * Signs this device in as `name`. The page is mounted again for that member, at the path `next`.
   */
  enter: (name: string, next: string) => Promise<void>
  /**
   * Signs out on this device, also without a network. Deletes everything private except an outbox
   * to be retained.
   */
  leave: (unsent: Unsent) => Promise<void>
  /**
   * Ends the server's session after an earlier offline sign-out. To be awaited before signing in.
   */
  completeLogout: () => Promise<void>
  /**
   * Attempts actions once, whatever they wait for: those with these `client_id`s, or all. Resolves
   * when the outbox is idle.
   */
  sendNow: (client_ids?: readonly string[]) => Promise<void>
}

export const SessionContext = createContext<PageSession | null>(null)

export function useSession(): PageSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the app')
  return session
}
