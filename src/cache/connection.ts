import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Connection, Connectivity } from '#src/offline/drain/connectivity.ts'

export const ConnectivityContext = createContext<Connectivity | null>(null)

export function useConnection(): Connection {
  const connectivity = useContext(ConnectivityContext)
  if (!connectivity) throw new Error('useConnection is used outside the app')
  return useSyncExternalStore(connectivity.subscribe, connectivity.connection, connectivity.connection)
}
