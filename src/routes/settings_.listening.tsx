import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { ListeningHistory } from '#src/listening/history/ListeningHistory.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/settings_/listening')({
  staticData: { title: 'Your listening' },
  component: Listening,
})

function Listening() {
  const { member } = useSession()
  const back = { label: 'Back to Settings', render: (look: object) => <Link to="/settings" {...look} /> }
  return (
    <Screen header={<ScreenHeader title="Your listening" back={back} actions={member !== null && <RefreshButton />} />}>
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <ListeningHistory member={member} />}
    </Screen>
  )
}
