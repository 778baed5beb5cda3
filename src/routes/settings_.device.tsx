import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session.ts'
import { downloadFeed } from '#src/broadcasts/download-feed.ts'
import { OnThisDevice } from '#src/outbox/device/OnThisDevice.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/settings_/device')({
  staticData: { title: 'On this device' },
  component: Device,
})

function Device() {
  const client = useQueryClient()
  const { member } = useSession()
  const back = { label: 'Back to Settings', render: (look: object) => <Link to="/settings" {...look} /> }
  return (
    <Screen header={<ScreenHeader title="On this device" back={back} />}>
      <OnThisDevice onDownload={() => downloadFeed(client, member)} />
    </Screen>
  )
}
