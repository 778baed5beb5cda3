import { createFileRoute } from '@tanstack/react-router'
import { isSameName, isSystem } from '#contract/accounts/names.ts'
import { MemberMenu } from '#src/accounts/MemberMenu.tsx'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { ConversationTitle } from '#src/messages/ConversationHead.tsx'
import { ConversationScreenBody } from '#src/messages/ConversationScreenBody.tsx'
import { conversationQuery } from '#src/messages/queries.ts'
import { UserNotFound } from '#src/messages/UserNotFound.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'

/** Returns the name in the spec's URLs: with or without the @. */
const nameIn = (username: string) => username.trim().replace(/^@/, '')

export const Route = createFileRoute('/dm/$username')({
  staticData: { title: 'Conversation', beside: 'messages' },
  loader: ({ context: { client, member }, params }) => {
    const conversant = nameIn(params.username)
    if (member !== null && conversant !== '' && !isSystem(conversant))
      prefetchLive(client, conversationQuery(member, conversant))
  },
  component: ConversationScreen,
})

function ConversationScreen() {
  const conversant = nameIn(Route.useParams().username)
  const title = conversant === '' ? 'Messages' : <ConversationTitle conversant={conversant} />
  useScreenTitle(conversant === '' ? undefined : `Conversation with ${conversant}`)
  const menu = conversant !== '' && <MemberMenu name={conversant} />
  return (
    <Screen variant="filled" header={<ScreenHeader back={useWayBack()} title={title} actions={menu} underline />}>
      <Body conversant={conversant} />
    </Screen>
  )
}

function Body({ conversant }: { conversant: string }) {
  const { member } = useSession()
  if (member === null) return <LogInPrompt text="Please log in to view messages." />
  if (conversant === '') return <UserNotFound />
  if (isSystem(conversant))
    return (
      <EmptyState icon="message" text="System does not receive messages." link={{ text: 'Back to Feed', to: '/' }} />
    )
  if (isSameName(member, conversant)) return <EmptyState icon="profile" text="This is you. Messages go to others." />
  return <ConversationScreenBody key={conversant} member={member} conversant={conversant} />
}
