import type { ReactNode } from 'react'
import { Unreachable } from '#src/api/errors.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { Live } from './useLive.ts'

interface QueryStateProps<V> {
  live: Live<V>
  /** The spec's text while nothing is there yet. */
  loading: ReactNode
  /** The spec's text for an answer that refuses. */
  failed: ReactNode
  children: (value: V) => ReactNode
}

/** Shows loading, not stored on this device, error, or content. What is there beats an error. */
export function QueryState<V>({ live, loading, failed, children }: QueryStateProps<V>) {
  if (live.value !== undefined) return children(live.value)
  const retry = (
    <Button variant="quiet" onClick={() => void live.askAgain()}>
      Try Again
    </Button>
  )
  if (live.isAsking || live.error === null) return <Loading>{loading}</Loading>
  if (live.error instanceof Unreachable) {
    return (
      <EmptyState
        icon="offline"
        text="Not on this device yet"
        more="It has not been opened here before. It shows once there is a connection."
        action={retry}
      />
    )
  }
  return <Alert action={retry}>{failed}</Alert>
}

/** What is said while nothing is there yet. */
export const Loading = ({ children }: { children: ReactNode }) => <div role="status">{children}</div>
