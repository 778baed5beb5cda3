import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { Players } from '#src/listening/scrobbling/Players.tsx'

export const Route = createFileRoute('/settings_/scrobbling')({
  staticData: { title: 'Scrobble from your players' },
  component: Scrobbling,
})

function Scrobbling() {
  const { member } = useSession()
  const back = {
    label: 'Back to Your listening',
    render: (linkProps: object) => <Link to="/settings/listening" {...linkProps} />,
  }
  return (
    <Screen header={<ScreenHeader title="Scrobble from your players" back={back} />}>
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <Players member={member} />}
    </Screen>
  )
}
