import { createContext, useContext } from 'react'

/** What becomes of unsent actions at sign-out. */
export type Unsent = 'keep' | 'discard'

/** Who acts in this page, and how that changes. */
export interface Session {
  /** The member's name as the server writes it; null for a visitor. */
  member: string | null
  /** Aborted when this member's stay in the page ends: what is still being sent at a sign-out is broken off. */
  signal: AbortSignal
  /** From now on this device acts as `name`. The page starts anew for that member, at the path `next`. */
  enter: (name: string, next: string) => Promise<void>
  /** Signs out here, also without a network. Everything private is wiped but a kept outbox. */
  leave: (unsent: Unsent) => Promise<void>
  /** Ends the server's session of an earlier sign-out that had no network. To be awaited before signing in. */
  settle: () => Promise<void>
  /** Sends what waits, as far as it goes; resolves when all is at rest. */
  sendNow: () => Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** Who acts in this page. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the app')
  return session
}
