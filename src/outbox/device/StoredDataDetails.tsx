import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import type { StoredData } from '#src/cache/stored-data.ts'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { countActions } from '../disconnected-text.ts'
import { describeRetained } from '../RetainedNotice.tsx'
import { retainedQuery } from '../retained-query.ts'
import { useUnsent } from '../useUnsent.ts'
import { storageText } from './storage-text.ts'

/** The data stored on this device, one `Detail` per fact. */
export function StoredDataDetails({ stored }: { stored: StoredData }) {
  return (
    <Card>
      <DetailList>
        <Detail name="Recent feed">
          {stored.broadcasts === 0
            ? 'Nothing stored yet'
            : `${inThousands(stored.broadcasts)} ${stored.broadcasts === 1 ? 'broadcast' : 'broadcasts'}`}
          {stored.feedFrom !== undefined && (
            <>
              {' · '}
              <RelativeTime at={stored.feedFrom} />
            </>
          )}
        </Detail>
        <Detail name="Lists and pages">{inThousands(stored.responses)}</Detail>
        <Detail name="Pictures">{inThousands(stored.pictures)}</Detail>
        <Detail name="Waiting to send">
          <Queued />
        </Detail>
        <Detail name="Storage used">{storageText(stored)}</Detail>
        <Detail name="Opens offline">{stored.hasShell ? 'Yes' : 'Not yet'}</Detail>
        <Detail name="Version">{stored.version}</Detail>
        <Detail name="Build">{stored.build}</Detail>
      </DetailList>
    </Card>
  )
}

/** The number of unsent actions, with a link to them. */
function Queued() {
  const { member } = useSession()
  const { count } = useUnsent()
  const { data: retained = [] } = useQuery({ ...retainedQuery, enabled: member === null })
  if (count + retained.length === 0) return 'Nothing'
  return <Link to="/outbox">{member === null ? describeRetained(retained) : countActions(count)}</Link>
}
