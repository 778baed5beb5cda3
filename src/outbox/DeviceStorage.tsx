import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Unreachable } from '#src/api/errors.ts'
import { type Kept, keptOnDevice } from '#src/cache/kept.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'

/** What is kept on this device, how much space it takes, which version this is; and the feed for the next tunnel. */
export function DeviceStorage({ onDownload }: { onDownload: () => Promise<number> }) {
  const client = useQueryClient()
  const kept = useQuery({
    queryKey: ['device', 'kept'],
    queryFn: () => keptOnDevice(client),
    staleTime: 0,
    meta: { isFleeting: true },
  })
  return (
    <Stack gap="m" as="section">
      <Heading level={2}>On this device</Heading>
      <Card>
        <Stack gap="s">{kept.data && <Facts kept={kept.data} />}</Stack>
      </Card>
      <Download onDownload={onDownload} onDone={() => void kept.refetch()} />
    </Stack>
  )
}

function Facts({ kept }: { kept: Kept }) {
  return (
    <>
      <Fact name="Recent feed">
        {kept.broadcasts} broadcasts{kept.feedFrom === undefined ? '' : ' · '}
        {kept.feedFrom !== undefined && <RelativeTime at={kept.feedFrom} />}
      </Fact>
      <Fact name="Answers kept">{kept.answers}</Fact>
      <Fact name="Pictures kept">{kept.pictures}</Fact>
      <Fact name="Opens without a network">{kept.hasShell ? 'Yes' : 'Not yet'}</Fact>
      <Fact name="Space used">
        {kept.usedBytes === undefined ? 'Not told by this browser' : megabytes(kept.usedBytes)}
      </Fact>
      <Fact name="Version">{kept.version}</Fact>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <Row justify="between" wrap>
    <Text tone="quiet">{name}</Text>
    <Text>{children}</Text>
  </Row>
)

function Download({ onDownload, onDone }: { onDownload: () => Promise<number>; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      toast({ title: `${await onDownload()} broadcasts are kept for the next tunnel.` })
      onDone()
    } catch (error) {
      const why = error instanceof Unreachable ? 'There is no connection.' : 'Failed to load broadcasts'
      toast({ title: why, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button block variant="quiet" busy={isBusy} onClick={() => void download()}>
      Download my recent feed now
    </Button>
  )
}

const megabytes = (bytes: number) => `${inThousands(Math.round(bytes / 100_000) / 10)} MB`
