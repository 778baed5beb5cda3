import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#src/cache/QueryState.tsx'
import { storedDataQuery } from '#src/cache/stored-data.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { PersistenceCard } from './PersistenceCard.tsx'
import { StoredDataDetails } from './StoredDataDetails.tsx'

export function OnThisDevice({ children }: { children: ReactNode }) {
  const stored = useQuery(storedDataQuery)
  const readAgain = () => void stored.refetch()
  return (
    <Stack gap="l">
      {stored.data ? (
        <>
          <StoredDataDetails stored={stored.data} />
          <PersistenceCard persistence={stored.data.persistence} onChanged={readAgain} />
        </>
      ) : (
        <StoredDataMissing isFailed={stored.isError} />
      )}
      {children}
    </Stack>
  )
}

const StoredDataMissing = ({ isFailed }: { isFailed: boolean }) =>
  isFailed ? (
    <Alert>This browser doesn't let the app read what it stores.</Alert>
  ) : (
    <Loading>
      <Skeleton shape="row" count={4} />
    </Loading>
  )
