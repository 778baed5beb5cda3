import type { ReactNode } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { offlineIcon } from '#src/ui/later-icons.ts'
import { TryAgain } from './TryAgain.tsx'
import type { Live } from './useLive.ts'

interface QueryFailureProps {
  live: Pick<Live<unknown>, 'refetch' | 'isFetching' | 'error'>
  /** The read failed, or has no response yet, without a connection. */
  isOffline: boolean
  failed: ReactNode
}

/** A failed read without content, and the button that repeats it. */
export const QueryFailure = ({ live, isOffline, failed }: QueryFailureProps) =>
  isOffline ? (
    <EmptyState
      icon={offlineIcon}
      text="Not on this device yet"
      more="It has not been opened here before. It shows once you are online."
      action={<TryAgain live={live} />}
    />
  ) : (
    <Alert action={<TryAgain live={live} size="s" />}>{failed}</Alert>
  )
