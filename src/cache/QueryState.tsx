import { type ReactNode, useState } from 'react'
import { NoConnection } from '#src/api/errors.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { loadingMarker } from '#src/ui/markers.ts'
import { useConnection } from './connection.ts'
import type { Live } from './useLive.ts'

/** Loaded on failure: not part of the first chunk. */
const queryFailure = async () => (await import('./QueryFailure.tsx')).QueryFailure

interface QueryStateProps<V> {
  live: Live<V>
  loading: ReactNode
  /** The spec's text for a refusal, and for a server error. */
  failed: ReactNode
  /** What is shown on a server without the endpoint: its response is null. */
  lacking?: ReactNode
  /** What is shown in place of an empty list. */
  empty?: ReactNode
  children: (value: NonNullable<V>) => ReactNode
}

/** Content takes precedence over an error. */
export function QueryState<V>({ live, loading, failed, lacking, empty, children }: QueryStateProps<V>) {
  const isOffline = useIsOffline(live)
  const [offlineError, setOfflineError] = useState<unknown>()
  if (isOffline && live.error !== offlineError) setOfflineError(live.error)
  const { value } = live
  if (value === null) return lacking
  if (empty !== undefined && Array.isArray(value) && value.length === 0) return empty
  if (value !== undefined) return children(value)
  // Once the connection is back it is requested again; until then there is nothing new to show.
  const isBack = !isOffline && live.error === offlineError
  if ((live.error === null && !isOffline) || isBack) return <Loading>{loading}</Loading>
  return (
    <LazyComponent
      load={queryFailure}
      props={{ live, isOffline, failed }}
      fallback={<div role="alert">{isOffline ? 'Not on this device yet' : failed}</div>}
    />
  )
}

/** One endpoint that does not respond, while others do, is a failed read. */
export function useIsOffline({ value, error }: Pick<Live<unknown>, 'value' | 'error'>): boolean {
  const { isReachable } = useConnection()
  return !isReachable && (error instanceof NoConnection || (error === null && value === undefined))
}

/** The text before there is content. What follows it on the screen appears with the content. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div role="status" {...loadingMarker}>
    {children}
  </div>
)
