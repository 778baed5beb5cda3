import { type SyntheticEvent, useId, useState } from 'react'
import { linkIdentity } from '#contract/accounts/single-sign-on.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useAttempt } from '../useAttempt.ts'
import { startLinking } from './start-sign-in.ts'

interface LinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Requests the password, then leads to the provider: this needs a connection. */
export function LinkIdentityDialog({ member, provider, onClose }: LinkIdentityDialogProps) {
  const form = useId()
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt(linkIdentity.failure)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (password === '') fail('Please enter your password.')
    else void attempt(() => startLinking(member, password))
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button block type="submit" form={form} busy={isBusy}>
        Continue
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Link ${provider}`} actions={actions}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="m">
          {failure && <Alert>{failure}</Alert>}
          <Text>You then sign in at {provider} and come back here.</Text>
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
