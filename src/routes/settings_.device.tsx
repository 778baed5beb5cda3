import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { DownloadSettings } from '#src/downloads/DownloadSettings.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { OnThisDevice } from '#src/outbox/device/OnThisDevice.tsx'
import { backToSettings } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/device')({
  staticData: { title: 'On this device', beside: 'settings' },
  component: Device,
})

function Device() {
  const { member } = useSession()
  return (
    <Screen header={<ScreenHeader title="On this device" back={backToSettings} />}>
      <OnThisDevice>{member !== null && <DownloadSettings member={member} />}</OnThisDevice>
    </Screen>
  )
}
