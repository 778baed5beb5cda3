import type { StoredData } from '#src/cache/stored-data.ts'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { storageText } from './storage-text.ts'

export function StoredDataDetails({ stored }: { stored: StoredData }) {
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
