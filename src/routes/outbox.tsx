import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { OutboxList } from '#src/outbox/OutboxList.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { RetainedActions } from './-screens/RetainedActions.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: { title: 'Outbox', beside: 'company' },
  component: OutboxScreen,
})

function OutboxScreen() {
  const { member } = useSession()
  const back = { label: 'Back to Profile', render: (linkProps: object) => <Link to="/profile" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Outbox" back={back} />}>
      <Stack gap="xxl">
        {member === null ? <RetainedActions /> : <OutboxList />}
        <Button block variant="quiet" render={(linkProps) => <Link to="/settings/device" {...linkProps} />}>
          On this device
        </Button>
      </Stack>
    </Screen>
  )
}
