import { createFileRoute, Link } from '@tanstack/react-router'
import { Players } from '#src/listening/scrobbling/Players.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/scrobbling')({
  staticData: { title: 'Scrobble from your players' },
  component: Scrobbling,
})

function Scrobbling() {
  const back = {
    label: 'Back to Your listening',
    render: (linkProps: object) => <Link to="/settings/listening" {...linkProps} />,
  }
  return (
    <MemberScreen title="Scrobble from your players" back={back}>
      {(member) => <Players member={member} />}
    </MemberScreen>
  )
}
