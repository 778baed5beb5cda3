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
import { useAttempt } from '#src/cache/useAttempt.ts'
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
  const { failure, isBusy, fail, run } = usePasskeyChange(member, renamePasskey.failure, onClose)
  const rename = () => call(renamePasskey, { user: member, id: passkey.id, name, client_id: uuid() })
  const submit = () => {
    if (name.trim() === '') fail('Please enter a name.')
    else void run(rename, 'Passkey renamed.')
  }
  return (
    <FormDialog title="Rename the passkey" submit="Rename" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

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

/** Returns a form's state and `run`, which refetches the list and closes, unless `change` is false. */
function usePasskeyChange(member: string, failed: string, onClose: () => void) {
  const client = useQueryClient()
  const { failure, isBusy, fail, attempt } = useAttempt(failed)
  const run = (change: () => Promise<unknown>, title: string) =>
    attempt(async () => {
      if ((await change()) === false) return
      await client.invalidateQueries({ queryKey: passkeysQuery(member).queryKey })
      toast({ title })
      onClose()
    })
  return { failure, isBusy, fail, run }
}
