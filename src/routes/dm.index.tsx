import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { ActivityLink } from '#src/activity/ActivityLink.tsx'
import { prefetchLive } from '#src/cache/live.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { ConversationList } from '#src/messages/ConversationList.tsx'
import { conversationsQuery } from '#src/messages/queries.ts'

export const Route = createFileRoute('/dm/')({
  staticData: { title: 'Messages' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, conversationsQuery(member))
  },
  component: Conversations,
})

const back = { label: 'Back', render: (linkProps: object) => <Link to="/" {...linkProps} /> }

/** All conversations: the target of the home screen's shortcut. */
function Conversations() {
  const { member } = useSession()
  return (
    <Screen header={<ScreenHeader title="Messages" back={back} actions={member !== null && <RefreshButton />} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to view messages." />
      ) : (
        <>
          <ActivityLink />
          <ConversationList member={member} />
        </>
      )}
    </Screen>
  )
}
