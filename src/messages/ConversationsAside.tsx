import { useSession } from '#src/accounts/session/session.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { ConversationList } from './ConversationList.tsx'

/** The conversations beside the screen, on wide viewports. */
export function ConversationsAside() {
  const { member } = useSession()
  if (member === null) return null
  return (
    <Stack as="section">
      <Heading level={2}>Messages</Heading>
      <ConversationList member={member} />
    </Stack>
  )
}
