import { useState } from 'react'
import { type Passkey, removePasskey } from '#contract/accounts/passkeys.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { usePasskeyChange } from './usePasskeyChange.ts'

interface RemovePasskeyDialogProps {
  member: string
  passkey: Passkey
  onClose: () => void
}

/** Confirms by the password and removes a passkey at once: this needs a connection. */
export function RemovePasskeyDialog({ member, passkey, onClose }: RemovePasskeyDialogProps) {
  const { id, name } = passkey
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, run } = usePasskeyChange(member, removePasskey.failure, onClose)
  const remove = () => call(removePasskey, { user: member, id, password, client_id: uuid() })
  const submit = () => {
    if (password === '') fail('Please enter your password.')
    else void run(remove, `Passkey removed: ${name}`)
  }
  return (
    <FormDialog
      isDangerous
      title={`Remove ${name}?`}
      submit="Remove"
      onSubmit={submit}
      {...{ failure, isBusy, onClose }}
    >
      <Text>
        You can no longer log in with it. Your device or password manager still lists it until you delete it there.
      </Text>
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
