import { useState } from 'react'
import { changePassword } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { PASSWORD_HINT } from './signup-rules.ts'

/** A secret is never queued in an outbox, so this needs a connection. */
export function ChangePassword({ member }: { member: string }) {
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [alsoPlayers, setAlsoPlayers] = useState(false)
  const { failure, isBusy, fail, change } = useChange(changePassword.failure)

  const sendPasswords = async () => {
    const passwords = { password, new_password: newPassword }
    const end_players = alsoPlayers ? 'true' : undefined
    await call(changePassword, { user: member, ...passwords, end_players, client_id: uuid() })
    setPassword('')
    setNewPassword('')
  }
  const submit = () => {
    if (password === '' || newPassword === '') fail('Please fill in all fields.')
    else
      void change(sendPasswords, `Password changed. Other devices ${alsoPlayers ? 'and players ' : ''}are signed out.`)
  }

  return (
    <Section title="Password">
      <Form onSubmit={submit} failure={failure} gap="l">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          value={newPassword}
          onChange={setNewPassword}
        />
        <Switch
          label="Also sign out players"
          hint="Players that scrobble for you need a new token then."
          isOn={alsoPlayers}
          onChange={setAlsoPlayers}
        />
        <Button type="submit" variant="quiet" block busy={isBusy}>
          Change Password
        </Button>
      </Form>
    </Section>
  )
}
