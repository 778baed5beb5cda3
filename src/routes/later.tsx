import { createFileRoute } from '@tanstack/react-router'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { LaterTracks } from '#src/listening/later-list/LaterTracks.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/later')({
  staticData: { title: 'Listen later', beside: 'company' },
  component: Later,
})

function Later() {
  const back = useWayBack({ to: '/profile', label: 'Back to Profile' })
  return (
    <MemberScreen title="Listen later" back={back} actions={<RefreshButton />}>
      {(member) => <LaterTracks member={member} />}
    </MemberScreen>
  )
}
