import { useState } from 'react'
import { linkIdentity } from '#contract/accounts/single-sign-on.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { startLinking } from './start-sign-in.ts'

interface LinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Requests the password, then leads to the provider: this needs a connection. */
export function LinkIdentityDialog({ member, provider, onClose }: LinkIdentityDialogProps) {
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt(linkIdentity.failure)
  const submit = () => {
    if (password === '') fail('Please enter your password.')
    else void attempt(() => startLinking(member, password))
  }
  return (
    <FormDialog title={`Link ${provider}`} submit="Continue" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <Text>You then sign in at {provider} and come back here.</Text>
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
