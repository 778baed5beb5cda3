import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addPasskey,
  PASSKEY_NAME_MAX,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '#contract/accounts/passkeys.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { OwnPasswordField, PasswordDialog } from '../PasswordDialog.tsx'
import { createPasskey } from './authenticate.ts'
import { passkeysQuery } from './queries.ts'

interface PasskeyDialogProps {
  member: string
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ member, passkey, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name)
  const { failure, isBusy, fail, change } = useChange(renamePasskey.failure, passkeysQuery(member))
  const rename = () => call(renamePasskey, { user: member, id: passkey.id, name, client_id: uuid() })
  const submit = async () => {
    if (name.trim() === '') fail('Please enter a name.')
    else if (await change(rename, 'Passkey renamed.')) onClose()
  }
  return (
    <FormDialog title="Rename the passkey" submit="Rename" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <TextField label="Name" autoComplete="off" maxLength={PASSKEY_NAME_MAX} value={name} onChange={setName} />
    </FormDialog>
  )
}

/** A passkey is never queued in an outbox, so this needs a connection. */
export function AddPasskeyDialog({ member, onClose }: { member: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, change } = useChange(addPasskey.failure, passkeysQuery(member))
  const add = () => createPasskey({ user: member, password, name: name.trim() })
  const submit = async () => {
    if (name.trim() === '' || password === '') fail('Please fill in all fields.')
    else if (await change(add, 'Passkey added.')) onClose()
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
        onChange={setName}
      />
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}

export function RemovePasskeyDialog({ member, passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const client = useQueryClient()
  const remove = async (password: string) => {
    await call(removePasskey, { user: member, id, password, client_id: uuid() })
    await client.invalidateQueries({ queryKey: passkeysQuery(member).queryKey })
    toast({ title: `Passkey removed: ${name}` })
    onClose()
  }
  return (
    <PasswordDialog
      isDangerous
      title={`Remove ${name}?`}
      submit="Remove"
      refused={removePasskey.failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text>
        You can no longer log in with it. Your device or password manager still lists it until you delete it there.
      </Text>
    </PasswordDialog>
  )
}
