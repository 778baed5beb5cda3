import { useQueryClient } from '@tanstack/react-query'
import { unlinkIdentity } from '#contract/accounts/single-sign-on.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { useAttempt } from '../useAttempt.ts'
import { linkedIdentityQuery } from './queries.ts'

interface UnlinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Confirms and unlinks at once: this needs a connection. */
export function UnlinkIdentityDialog({ member, provider, onClose }: UnlinkIdentityDialogProps) {
  const client = useQueryClient()
  const { failure, isBusy, attempt } = useAttempt(unlinkIdentity.failure)
  const unlink = async () => {
    await call(unlinkIdentity, { user: member, client_id: uuid() })
    await client.invalidateQueries({ queryKey: linkedIdentityQuery(member).queryKey })
    toast({ title: 'Account unlinked.' })
    onClose()
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button block variant="danger" busy={isBusy} onClick={() => void attempt(unlink)}>
        Unlink
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Unlink ${provider}?`} actions={actions}>
      <Stack gap="m">
        {failure && <Alert>{failure}</Alert>}
        <Text>You log in with your password from now on. Devices stay signed in.</Text>
      </Stack>
    </Dialog>
  )
}
