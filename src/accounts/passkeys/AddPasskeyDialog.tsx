import { useState } from 'react'
import { addPasskey, PASSKEY_NAME_MAX } from '#contract/accounts/passkeys.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { createPasskey } from './authenticate.ts'
import { usePasskeyChange } from './usePasskeyChange.ts'

/** A passkey is never queued in an outbox, so this needs a connection. */
export function AddPasskeyDialog({ member, onClose }: { member: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, run } = usePasskeyChange(member, addPasskey.failure, onClose)
  const submit = () => {
    if (name.trim() === '' || password === '') fail('Please fill in all fields.')
    else void run(() => createPasskey({ user: member, password, name: name.trim() }), 'Passkey added.')
  }
  return (
    <FormDialog title="Add a passkey" submit="Continue" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <Text>Your browser then asks where to store the passkey.</Text>
      <TextField
        label="Name"
        hint="The device or the password manager, such as My phone."
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
