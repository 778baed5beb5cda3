import { createFileRoute, Link } from '@tanstack/react-router'
import { OutboxList } from '#src/outbox/OutboxList.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: { title: 'Outbox' },
  component: OutboxScreen,
})

function OutboxScreen() {
  const back = { label: 'Back to Profile', render: (look: object) => <Link to="/profile" {...look} /> }
  return (
    <Screen header={<ScreenHeader title="Outbox" back={back} />}>
      <OutboxList />
    </Screen>
  )
}
