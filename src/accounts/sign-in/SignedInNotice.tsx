import { useNavigate } from '@tanstack/react-router'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useSession } from '../session/session.ts'

/**
 * Notice for a member that opens /login or /signup while signed in: the account in use, and a link
 * on. The forms stay, for another account. Renders nothing if the server's session has ended, since
 * the form is then what the member needs.
 */
export function SignedInNotice({ next }: { next: string }) {
  const { member } = useSession()
  const { paused } = useOutboxSnapshot().meta
  const status = useStatus()
  const navigate = useNavigate()
  if (member === null || paused !== undefined || status?.viewer === null) return null
  return (
    <Card>
      <Stack gap="m">
        <Text>
          You are logged in as <strong>{member}</strong>. Continue, or use another account below.
        </Text>
        <Button block variant="quiet" size="s" onClick={() => void navigate({ href: next })}>
          Continue
        </Button>
      </Stack>
    </Card>
  )
}
