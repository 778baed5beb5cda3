import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { ActivityScreenBody } from '#src/activity/ActivityScreenBody.tsx'
import { activityQuery } from '#src/activity/queries.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'

export const Route = createFileRoute('/activity')({
  staticData: { title: 'Notifications', beside: 'company' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, activityQuery(member))
  },
  component: ActivityScreen,
})

function ActivityScreen() {
  const { member } = useSession()
  return (
    <Screen variant="flush" header={<ScreenHeader title="Notifications" back={useWayBack()} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to see your notifications." />
      ) : (
        <ActivityScreenBody member={member} />
      )}
    </Screen>
  )
}
