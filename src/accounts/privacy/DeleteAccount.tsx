import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useId, useState } from 'react'
import { deleteAccount } from '#contract/accounts/deletion.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSession } from '../session/session.ts'
import { useAttempt } from '../useAttempt.ts'

interface DeleteAccountProps {
  member: string
  /** The number of queued actions, which would be lost. */
  unsent: number
}

/** Deletes the account, permanently. */
export function DeleteAccount({ member, unsent }: DeleteAccountProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Delete the account</Heading>
      <Text>Before you go: the download above is the last one there is.</Text>
      <Row>
        <Button block variant="danger" onClick={() => setConfirming(true)}>
          Delete My Account...
        </Button>
      </Row>
      {isConfirming && <Question {...{ member, unsent }} onClose={() => setConfirming(false)} />}
    </Stack>
  )
}

/**
 * Explains the consequences and requests the password. A secret is never queued in an outbox, so
 * this needs a connection.
 */
function Question({ member, unsent, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { leave } = useSession()
  const navigate = useNavigate()
  const form = useId()
  const [password, setPassword] = useState('')
  const { failure, isBusy, fail, attempt } = useAttempt(deleteAccount.failure)
  const remove = async () => {
    await call(deleteAccount, { user: member, password, client_id: uuid() })
    await navigate({ to: '/', replace: true })
    await leave('discard')
    toast({ title: 'Your account is deleted.' })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (password === '') fail('Please enter your password.')
    else void attempt(remove)
  }
  const actions = (
    <>
      <Button block variant="quiet" onClick={onClose}>
        Keep My Account
      </Button>
      <Button block variant="danger" type="submit" form={form} busy={isBusy}>
        {isBusy ? 'Deleting...' : 'Delete for Good'}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Delete your account?" actions={actions}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="m">
          <WhatHappens unsent={unsent} />
          {failure && <Alert>{failure}</Alert>}
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function WhatHappens({ unsent }: { unsent: number }) {
  return (
    <Stack as="ul" gap="s">
      <li>
        <Text>Gone for good: your listens and charts, broadcasts, likes, follows, picture and settings.</Text>
      </li>
      <li>
        <Text>
          What others keep stays without your name: messages you wrote to them, and swaps you played. Open swaps end.
        </Text>
      </li>
      <li>
        <Text>You are signed out everywhere, and this device forgets you. Nobody can ever have your name again.</Text>
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
