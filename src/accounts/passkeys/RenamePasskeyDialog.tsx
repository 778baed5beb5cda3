import { useState } from 'react'
import { PASSKEY_NAME_MAX, type Passkey, renamePasskey } from '#contract/accounts/passkeys.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { usePasskeyChange } from './usePasskeyChange.ts'

interface RenamePasskeyDialogProps {
  member: string
  passkey: Passkey
  onClose: () => void
}

/** Renames a passkey at once: this needs a connection. */
export function RenamePasskeyDialog({ member, passkey, onClose }: RenamePasskeyDialogProps) {
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
