import { useState } from 'react'
import { requestPasswordReset } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useTypedFields } from './useTypedFields.ts'

/** Requests a reset link by mail. The text is the same whether or not there is such an account. */
export function RequestResetForm() {
  useScreenTitle('Forgot your password?')
  const { typed, bind } = useTypedFields('request-reset', { username: '' })
  const account = typed.username.trim()
  const [isSent, setSent] = useState(false)
  const { failure, isBusy, fail, attempt } = useAttempt(requestPasswordReset.failure)

  const request = async () => {
    await call(requestPasswordReset, { account, client_id: uuid() })
    setSent(true)
  }
  const submit = () => {
    setSent(false)
    if (account === '') fail('Please fill in all fields.')
    else void attempt(request)
  }

  return (
    <Form onSubmit={submit} failure={failure} gap="l">
      <TextField
        label="Username or email"
        isVerbatim
        autoComplete="username"
        hint="A link goes to the confirmed email of the account."
        {...bind('username')}
      />
      <Button type="submit" block busy={isBusy}>
        Send Link
      </Button>
      <div role="status">
        {isSent && (
          <Text>
            If there is such an account with a confirmed email, a link was sent to it. It works for one hour. Check your
            spam folder too. Without a confirmed email, ask an admin of this server for a link.
          </Text>
        )}
      </div>
    </Form>
  )
}
