import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { PlayingSection } from '#src/listening/now-playing/PlayingSection.tsx'
import { ConversationList } from '#src/messages/ConversationList.tsx'
import { conversationsQuery } from '#src/messages/queries.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconLink } from '#src/ui/IconButton.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'

export const Route = createFileRoute('/dm/')({
  staticData: { title: 'Messages', beside: 'messages' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, conversationsQuery(member))
  },
  component: Conversations,
})

function Conversations() {
  const { member } = useSession()
  return (
    <Screen header={<ScreenHeader title="Messages" back={useWayBack()} actions={member !== null && <Actions />} />}>
      {member === null ? <LogInPrompt text="Please log in to view messages." /> : <Body member={member} />}
    </Screen>
  )
}

function Actions() {
  return (
    <>
      <RefreshButton />
      <IconLink icon="plus" label="New message" to="/search" />
    </>
  )
}

/** On a wide window the list is beside the screen. */
function Body({ member }: { member: string }) {
  return (
    <>
      {useIsWide() ? (
        <EmptyState
          icon="message"
          text="Your conversations open here"
          more="Choose one, or start one from a member's profile."
          link={{ text: 'Find Users', to: '/search' }}
        />
      ) : (
        <ConversationList member={member} />
      )}
      <PlayingSection member={member} />
    </>
  )
}
