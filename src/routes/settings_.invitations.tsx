import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Invitations } from '#src/instance/Invitations.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'

export const Route = createFileRoute('/settings_/invitations')({
  staticData: { title: 'Invitations' },
  component: InvitationsScreen,
})

function InvitationsScreen() {
  const { member } = useSession()
  const back = { label: 'Back to Settings', render: (linkProps: object) => <Link to="/settings" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Invitations" back={back} />}>
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <Invitations member={member} />}
    </Screen>
  )
}
