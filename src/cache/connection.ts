import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Connection, Connectivity } from '#src/offline/drain/connectivity.ts'

export const ConnectivityContext = createContext<Connectivity | null>(null)

/** Whether our server can be reached, as the last request found it. */
export function useConnection(): Connection {
  const connectivity = useContext(ConnectivityContext)
  if (!connectivity) throw new Error('useConnection is used outside the app')
  return useSyncExternalStore(connectivity.subscribe, connectivity.connection, connectivity.connection)
}
