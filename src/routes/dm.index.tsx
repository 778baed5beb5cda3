import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session.ts'
import { ConversationList } from '#src/messages/ConversationList.tsx'
import { UserNotFound } from '#src/messages/UserNotFound.tsx'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/dm/')({
  staticData: { title: 'Messages' },
  component: NoConversation,
})

const back = { label: 'Back', render: (look: object) => <Link to="/" {...look} /> }

/** Nobody is named: those are offered with whom one talks. */
function NoConversation() {
  const { member } = useSession()
  return (
    <Screen header={<ScreenHeader title="Messages" back={back} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to view messages." />
      ) : (
        <>
          <UserNotFound />
          <ConversationList member={member} />
        </>
      )}
    </Screen>
  )
}
