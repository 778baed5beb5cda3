import { useQueryClient } from '@tanstack/react-query'
import { unlinkIdentity } from '#contract/accounts/single-sign-on.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'
import { linkedIdentityQuery } from './queries.ts'

interface UnlinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

export function UnlinkIdentityDialog({ member, provider, onClose }: UnlinkIdentityDialogProps) {
  const client = useQueryClient()
  const unlink = async (password: string) => {
    await call(unlinkIdentity, { user: member, password, client_id: uuid() })
    await client.invalidateQueries({ queryKey: linkedIdentityQuery(member).queryKey })
    toast({ title: 'Account unlinked.' })
    onClose()
  }
  return (
    <PasswordDialog
      isDangerous
      title={`Unlink ${provider}?`}
      submit="Unlink"
      refused={unlinkIdentity.failure}
      onConfirm={unlink}
      onClose={onClose}
    >
      <Text>You log in with your password from now on. Devices stay signed in.</Text>
    </PasswordDialog>
  )
}
