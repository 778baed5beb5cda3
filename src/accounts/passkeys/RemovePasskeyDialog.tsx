import { useQueryClient } from '@tanstack/react-query'
import { type Passkey, removePasskey } from '#contract/accounts/passkeys.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'
import { passkeysQuery } from './queries.ts'

interface RemovePasskeyDialogProps {
  member: string
  passkey: Passkey
  onClose: () => void
}

export function RemovePasskeyDialog({ member, passkey: { id, name }, onClose }: RemovePasskeyDialogProps) {
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
