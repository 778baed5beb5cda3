import { useQuery } from '@tanstack/react-query'
import { Loading } from '#src/cache/QueryState.tsx'
import { type StoredData, storedDataQuery } from '#src/cache/stored-data.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { PersistenceCard } from './PersistenceCard.tsx'
import { storageText } from './storage-text.ts'

export function OnThisDevice() {
  const stored = useQuery(storedDataQuery)
  const readAgain = () => void stored.refetch()
  return stored.data ? (
    <>
      <StoredDataDetails stored={stored.data} />
      <PersistenceCard persistence={stored.data.persistence} onChanged={readAgain} />
    </>
  ) : (
    <StoredDataMissing isFailed={stored.isError} />
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

function StoredDataDetails({ stored }: { stored: StoredData }) {
  return (
    <Card>
      <DetailList>
        <Detail name="Recent feed">
          {stored.broadcasts === 0 ? 'Nothing stored yet' : countText(stored.broadcasts, 'broadcast')}
          {stored.feedFrom !== undefined && (
            <>
              {' · '}
              <RelativeTime at={stored.feedFrom} />
            </>
          )}
        </Detail>
        <Detail name="Lists and pages">{inThousands(stored.responses)}</Detail>
        <Detail name="Pictures">{inThousands(stored.pictures)}</Detail>
        <Detail name="Storage used">{storageText(stored)}</Detail>
        <Detail name="Opens offline">{stored.hasShell ? 'Yes' : 'Not yet'}</Detail>
        <Detail name="Version">{stored.version}</Detail>
      </DetailList>
    </Card>
  )
}
