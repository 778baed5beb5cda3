import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session.ts'
import { Players } from '#src/listening/scrobbling/Players.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/settings_/scrobbling')({
  staticData: { title: 'Scrobble from your players' },
  component: Scrobbling,
})

function Scrobbling() {
  const { member } = useSession()
  const back = {
    label: 'Back to Your listening',
    render: (look: object) => <Link to="/settings/listening" {...look} />,
  }
  return (
    <Screen header={<ScreenHeader title="Scrobble from your players" back={back} />}>
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <Players member={member} />}
    </Screen>
  )
}
