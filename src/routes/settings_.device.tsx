import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { DownloadSettings } from '#src/downloads/DownloadSettings.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { OnThisDevice } from '#src/outbox/device/OnThisDevice.tsx'

export const Route = createFileRoute('/settings_/device')({
  staticData: { title: 'On this device' },
  component: Device,
})

function Device() {
  const { member } = useSession()
  const back = { label: 'Back to Settings', render: (linkProps: object) => <Link to="/settings" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="On this device" back={back} />}>
      <OnThisDevice>{member !== null && <DownloadSettings member={member} />}</OnThisDevice>
    </Screen>
  )
}
