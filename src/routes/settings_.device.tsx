import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { DownloadSettings } from '#src/downloads/DownloadSettings.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { OnThisDevice } from '#src/outbox/device/OnThisDevice.tsx'
import { OutboxList } from '#src/outbox/OutboxList.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { RetainedActions } from './-screens/RetainedActions.tsx'

export const Route = createFileRoute('/settings_/device')({
  staticData: { title: 'Offline', beside: 'settings' },
  component: Offline,
})

/** What waits to be sent, and what this device has stored. */
function Offline() {
  const { member } = useSession()
  const back = useWayBack({ to: '/settings', label: 'Back to Settings' })
  return (
    <Screen header={<ScreenHeader title="Offline" back={back} />}>
      <Stack gap="xxl">
        <Stack as="section" gap="m">
          <Heading level={2}>Outbox</Heading>
          {member === null ? <RetainedActions /> : <OutboxList />}
        </Stack>
        <Stack as="section" gap="m">
          <Heading level={2}>On this device</Heading>
          <OnThisDevice>{member !== null && <DownloadSettings member={member} />}</OnThisDevice>
        </Stack>
      </Stack>
    </Screen>
  )
}
