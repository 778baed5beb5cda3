import { useState } from 'react'
import { getEmailConfirmation, sendEmailConfirmation } from '#contract/accounts/email.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { emailConfirmationQuery } from './queries.ts'

/** Renders nothing on a server without mail. */
export function EmailConfirmation({ member }: { member: string }) {
  const hasMail = useLive(instanceQuery).value?.mail === true
  const live = useLive(emailConfirmationQuery(member), { enabled: hasMail })
  if (!hasMail || live.value === null) return null
  return (
    <QueryState live={live} loading="Loading..." failed={getEmailConfirmation.failure}>
      {(found) => found && <Standing member={member} {...found} />}
    </QueryState>
  )
}

function Standing({
  member,
  is_confirmed,
  is_reachable,
}: ResponseOf<typeof getEmailConfirmation> & { member: string }) {
  if (is_confirmed) return <Text tone="quiet">Your email is confirmed.</Text>
  if (!is_reachable) return <Text>Mail cannot be sent to this address. Change it to get mail.</Text>
  return <Unconfirmed member={member} />
}

function Unconfirmed({ member }: { member: string }) {
  const [isSent, setSent] = useState(false)
  const { failure, isBusy, attempt } = useAttempt(sendEmailConfirmation.failure)
  const send = async () => {
    await call(sendEmailConfirmation, { user: member, client_id: uuid() })
    setSent(true)
  }
  return (
    <Stack gap="m">
      {failure && <Alert>{failure}</Alert>}
      <div role="status">
        <Text>
          {isSent
            ? 'Sent. Open the link in the mail within 24 hours. Check your spam folder too.'
            : 'Not confirmed yet. Open the link in the mail that was sent to you. Only a confirmed email can reset your password.'}
        </Text>
      </div>
      <Button variant="quiet" size="s" block busy={isBusy} onClick={() => void attempt(send)}>
        Send Again
      </Button>
    </Stack>
  )
}
