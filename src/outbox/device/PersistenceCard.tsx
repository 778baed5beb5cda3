import { useState } from 'react'
import { requestStoragePersistence, type StoragePersistence } from '#src/cache/storage-persistence.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'

const texts: Record<StoragePersistence, { title: string; more: string }> = {
  persistent: {
    title: 'Protected from deletion',
    more: 'The browser removes stored data only when you do.',
  },
  'best-effort': {
    title: 'Not protected from deletion',
    more: 'The browser may delete stored data, unsent actions included, when space runs low.',
  },
  unsupported: {
    title: 'Protection not available',
    more: "This browser doesn't let an app protect its stored data. It may delete it when space runs low.",
  },
}

interface PersistenceCardProps {
  persistence: StoragePersistence
  onChanged: () => void
}

export function PersistenceCard({ persistence, onChanged }: PersistenceCardProps) {
  const [isBusy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    const decision = await requestStoragePersistence()
    setBusy(false)
    if (decision === 'persistent') onChanged()
    else toast({ title: 'The browser declined. It often agrees once the app is installed.' })
  }
  const { title, more } = texts[persistence]
  return (
    <Card>
      <Stack gap="m">
        <Stack gap="xs">
          <Text strong>{title}</Text>
          <Text tone="quiet">{more}</Text>
        </Stack>
        {persistence === 'best-effort' && (
          <Button block variant="quiet" busy={isBusy} onClick={() => void request()}>
            Protect stored data
          </Button>
        )}
      </Stack>
    </Card>
  )
}
