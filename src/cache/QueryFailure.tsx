import type { ReactNode } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { offlineIcon } from '#src/ui/later-icons.ts'
import { Text } from '#src/ui/Text.tsx'
import { TryAgain } from './TryAgain.tsx'
import type { Live } from './useLive.ts'
import type { Pages } from './usePages.ts'

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

interface PagesFailureProps {
  pages: Pick<Pages<unknown>, 'isLoadingMore' | 'error' | 'retry'>
  isOffline: boolean
  failed: string
}

/** The end of a list without its next page. */
export const PagesFailure = ({ pages: { isLoadingMore, error, retry }, isOffline, failed }: PagesFailureProps) => (
  <>
    <div role="status">
      <Text tone="quiet">{isOffline ? 'That is everything stored on this device.' : failed}</Text>
    </div>
    <TryAgain live={{ refetch: retry, isFetching: isLoadingMore, error }} size="s" />
  </>
)
