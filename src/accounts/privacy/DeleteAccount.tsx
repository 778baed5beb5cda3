import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteAccount } from '#contract/accounts/deletion.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'
import { useSession } from '../session/session.ts'

interface DeleteAccountProps {
  member: string
  /** Queued actions, which would be lost. */
  unsent: number
}

export function DeleteAccount({ member, unsent }: DeleteAccountProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Section title="Delete the account">
      <Text>Download your data first. After deleting you can't.</Text>
      <Button block variant="danger" onClick={() => setConfirming(true)}>
        Delete My Account...
      </Button>
      {isConfirming && <Question {...{ member, unsent }} onClose={() => setConfirming(false)} />}
    </Section>
  )
}

function Question({ member, unsent, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { leave } = useSession()
  const navigate = useNavigate()
  const remove = async (password: string) => {
    await call(deleteAccount, { user: member, password, client_id: uuid() })
    await navigate({ to: '/', replace: true })
    await leave('discard')
    toast({ title: 'Your account is deleted.' })
  }
  return (
    <PasswordDialog
      isDangerous
      title="Delete your account?"
      submit="Delete for Good"
      submitting="Deleting..."
      cancel="Keep My Account"
      refused={deleteAccount.failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <WhatHappens unsent={unsent} />
    </PasswordDialog>
  )
}

function WhatHappens({ unsent }: { unsent: number }) {
  return (
    <Stack as="ul" gap="s">
      <li>
        <Text>This deletes your listens, charts, broadcasts, likes, follows, picture and settings for good.</Text>
      </li>
      <li>
        <Text>
          Messages you sent and swaps you played stay with the other member, without your name. Open swaps end.
        </Text>
      </li>
      <li>
        <Text>You are signed out everywhere. Nobody can use your name again.</Text>
      </li>
      {unsent > 0 && (
        <li>
          <Text tone="swag">
            {unsent === 1 ? '1 action that has' : `${unsent} actions that have`} not been sent will be lost.
          </Text>
        </li>
      )}
    </Stack>
  )
}
