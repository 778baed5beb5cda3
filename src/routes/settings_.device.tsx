import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { DownloadSettings } from '#src/downloads/DownloadSettings.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { OnThisDevice } from '#src/outbox/device/OnThisDevice.tsx'
import { OutboxList } from '#src/outbox/OutboxList.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
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
        <Section title="Outbox">{member === null ? <RetainedActions /> : <OutboxList />}</Section>
        <Section title="On this device">
          <OnThisDevice />
        </Section>
        {member !== null && <DownloadSettings member={member} />}
      </Stack>
    </Screen>
  )
}
