import { createFileRoute } from '@tanstack/react-router'
import { Invitations } from '#src/instance/Invitations.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/invitations')({
  staticData: { title: 'Invitations', beside: 'settings' },
  component: InvitationsScreen,
})

function InvitationsScreen() {
  return <MemberScreen title="Invitations">{(member) => <Invitations member={member} />}</MemberScreen>
}
