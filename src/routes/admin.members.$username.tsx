import { createFileRoute } from '@tanstack/react-router'
import { MemberView } from '#src/moderation/MemberView.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/members/$username')({
  staticData: { title: 'Member' },
  component: Member,
})

function Member() {
  const { username } = Route.useParams()
  return (
    <AdminScreen title="Member">
      <MemberView username={username} />
    </AdminScreen>
  )
}
