import { useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { PASSWORD_HINT } from './signup-rules.ts'
import { useTypedFields } from './useTypedFields.ts'

/** Sets a new password with the token from an admin's link. */
export function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const fields = useTypedFields('reset', { new_password: '' })
  const password = fields.typed.new_password
  const incomplete = token === '' ? 'This link is incomplete. Ask for a new one.' : undefined
  const { failure, isBusy, fail, attempt } = useAttempt(resetPassword.failure, { initial: incomplete })

  const reset = async () => {
    await call(resetPassword, { token, new_password: password, client_id: uuid() })
    fields.discard()
    toast({ title: 'Password set. Your devices and players are signed out: log in with the new one.' })
    await navigate({ to: '/login', replace: true })
  }
  const submit = () => {
    if (password === '') fail('Please fill in all fields.')
    else if (token !== '') void attempt(reset)
  }

  return (
    <Form onSubmit={submit} failure={failure} gap="l">
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...fields.bind('new_password')}
      />
      <Button type="submit" block busy={isBusy}>
        Set password
      </Button>
    </Form>
  )
}
