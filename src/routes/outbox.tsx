import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session.ts'
import { downloadFeed } from '#src/broadcasts/download-feed.ts'
import { DeviceStorage } from '#src/outbox/DeviceStorage.tsx'
import { OutboxList } from '#src/outbox/OutboxList.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'
import { Stack } from '#src/ui/Stack.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: { title: 'Outbox' },
  component: OutboxScreen,
})

function OutboxScreen() {
  const client = useQueryClient()
  const { member } = useSession()
  const back = { label: 'Back to Profile', render: (look: object) => <Link to="/profile" {...look} /> }
  return (
    <Screen header={<ScreenHeader title="Outbox" back={back} />}>
      <Stack gap="xxl">
        <OutboxList />
        <DeviceStorage onDownload={() => downloadFeed(client, member)} />
      </Stack>
    </Screen>
  )
}
