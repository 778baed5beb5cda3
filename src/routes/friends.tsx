import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { similarTasteQuery } from '#src/listening/queries.ts'
import { SimilarTaste } from '#src/listening/taste/SimilarTaste.tsx'
import { Text } from '#src/ui/Text.tsx'

export const Route = createFileRoute('/friends')({
  staticData: { title: 'Friends with similar taste', beside: 'company' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, similarTasteQuery(member))
  },
  component: Friends,
})

function Friends() {
  const { member } = useSession()
  const back = useWayBack({ to: '/', label: 'Back to Feed' })
  return (
    <Screen
      header={
        <ScreenHeader title="You're in the same boat!" back={back} actions={member !== null && <RefreshButton />} />
      }
    >
      <Text tone="quiet">Friends with similar music taste to you</Text>
      {member === null ? <LogInPrompt text="Please log in to continue" /> : <SimilarTaste member={member} />}
    </Screen>
  )
}
