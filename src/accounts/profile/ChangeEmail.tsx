import { useState } from 'react'
import { getEmailConfirmation, sendEmailConfirmation } from '#contract/accounts/email.ts'
import { editProfile } from '#contract/accounts/profile.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { emailConfirmationQuery } from '../email/queries.ts'
import { OwnPasswordField } from '../PasswordDialog.tsx'
import { profileQuery } from '../queries.ts'

/** A secret is never queued in an outbox, so this needs a connection. */
export function ChangeEmail({ member }: { member: string }) {
  const current = useLive(profileQuery(member)).value?.profile?.email ?? ''
  const [typed, setTyped] = useState<string>()
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, change } = useChange('Failed to change the email')
  const email = typed ?? current

  const send = () => call(editProfile, { user: member, email: email.trim(), password, client_id: uuid() })
  const submit = async () => {
    if (email.trim() === '' || password === '') return fail('Please fill in all fields.')
    if (!(await change(send, 'Email changed.'))) return
    setPassword('')
    setTyped(undefined)
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
          onChange={setTyped}
        />
        <OwnPasswordField value={password} onChange={setPassword} />
        <Button type="submit" variant="quiet" block busy={isBusy}>
          Change Email
        </Button>
      </Form>
    </Section>
  )
}

/** Renders nothing on a server without mail. */
function EmailConfirmation({ member }: { member: string }) {
  const hasMail = useLive(instanceQuery).value?.mail === true
  const live = useLive(emailConfirmationQuery(member), { enabled: hasMail })
  if (!hasMail || live.value === null) return null
  return (
    <QueryState live={live} loading="Loading..." failed={getEmailConfirmation.failure}>
      {(found) => <Standing member={member} {...found} />}
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
