import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmEmail } from '#contract/accounts/email.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'

/** Confirms an email by a button: programs that check mailed links must not use the token. */
export function ConfirmEmail({ token }: { token: string }) {
  const client = useQueryClient()
  const [isConfirmed, setConfirmed] = useState(false)
  const { failure, isBusy, attempt } = useAttempt(confirmEmail.failure)
  const confirm = async () => {
    await call(confirmEmail, { token, client_id: uuid() })
    setConfirmed(true)
    await client.invalidateQueries({ queryKey: ['accounts', 'email-confirmation'] })
  }
  if (token === '')
    return (
      <Stack gap="l">
        <Alert>This link is incomplete. Send a new one from the settings.</Alert>
        <ButtonLink block variant="quiet" to="/settings/security">
          Sign-in and security
        </ButtonLink>
      </Stack>
    )
  return (
    <Stack gap="l">
      {failure && <Alert>{failure}</Alert>}
      <div role="status">
        <Text>{isConfirmed ? 'Your email is confirmed.' : 'Confirm that this email address is yours.'}</Text>
      </div>
      {isConfirmed ? (
        <ButtonLink block to="/">
          Continue
        </ButtonLink>
      ) : (
        <Button block busy={isBusy} onClick={() => void attempt(confirm)}>
          Confirm Email
        </Button>
      )}
    </Stack>
  )
}
