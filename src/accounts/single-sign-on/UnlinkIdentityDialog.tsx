import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unlinkIdentity } from '#contract/accounts/single-sign-on.ts'
import { call } from '#src/api/call.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { OwnPasswordField } from '../OwnPasswordField.tsx'
import { linkedIdentityQuery } from './queries.ts'

interface UnlinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Confirms by the password and unlinks at once: this needs a connection. */
export function UnlinkIdentityDialog({ member, provider, onClose }: UnlinkIdentityDialogProps) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt(unlinkIdentity.failure)
  const unlink = async () => {
    await call(unlinkIdentity, { user: member, password, client_id: uuid() })
    await client.invalidateQueries({ queryKey: linkedIdentityQuery(member).queryKey })
    toast({ title: 'Account unlinked.' })
    onClose()
  }
  const submit = () => {
    if (password === '') fail('Please enter your password.')
    else void attempt(unlink)
  }
  return (
    <FormDialog
      isDangerous
      title={`Unlink ${provider}?`}
      submit="Unlink"
      onSubmit={submit}
      {...{ failure, isBusy, onClose }}
    >
      <Text>You log in with your password from now on. Devices stay signed in.</Text>
      <OwnPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
