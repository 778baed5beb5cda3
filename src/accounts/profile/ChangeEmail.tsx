import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { editProfile } from '#contract/accounts/profile.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { EmailConfirmation } from '../email/EmailConfirmation.tsx'
import { emailConfirmationQuery } from '../email/queries.ts'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { profileQuery } from '../queries.ts'

/**
 * Changes the email, confirmed by the password. A secret is never queued in an outbox, so this
 * needs a connection.
 */
export function ChangeEmail({ member }: { member: string }) {
  const client = useQueryClient()
  const current = useLive(profileQuery(member)).value?.profile?.email ?? ''
  const [typed, setTyped] = useState<string>()
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt('Failed to change the email')
  const email = typed ?? current

  const change = async () => {
    await call(editProfile, { user: member, email: email.trim(), password, client_id: uuid() })
    for (const query of [profileQuery(member), emailConfirmationQuery(member)])
      await client.invalidateQueries({ queryKey: query.queryKey })
    setPassword('')
    setTyped(undefined)
    toast({ title: 'Email changed.' })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (email.trim() === '' || password === '') fail('Please fill in all fields.')
    else void attempt(change)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="l">
        <Heading level={2}>Email</Heading>
        <EmailConfirmation member={member} />
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="Only you see it."
          value={email}
          onChange={(event) => setTyped(event.target.value)}
        />
        <OwnPasswordField value={password} onChange={setPassword} />
        <Button type="submit" variant="quiet" block busy={isBusy}>
          Change Email
        </Button>
      </Stack>
    </form>
  )
}
