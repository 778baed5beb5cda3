import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editProfile } from '#contract/accounts/profile.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Section } from '#src/ui/Section.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { EmailConfirmation } from '../email/EmailConfirmation.tsx'
import { emailConfirmationQuery } from '../email/queries.ts'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { profileQuery } from '../queries.ts'

/** A secret is never queued in an outbox, so this needs a connection. */
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
  const submit = () => {
    if (email.trim() === '' || password === '') fail('Please fill in all fields.')
    else void attempt(change)
  }

  return (
    <Section title="Email">
      <EmailConfirmation member={member} />
      <Form onSubmit={submit} failure={failure} gap="l">
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
      </Form>
    </Section>
  )
}
