import { useState } from 'react'
import { connectRelay, linkRelay, type Relays } from '#contract/listening/relays.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { ConnectButton } from '../ConnectButton.tsx'
import { ServerAddressField } from '../ServerAddressField.tsx'
import { useSend } from '../useSend.ts'

interface LinkRelayProps {
  member: string
  service: Relays['services'][number]
}

/** Links an account at a service: through its own login, or by a token. */
export function LinkRelay(props: LinkRelayProps) {
  const { service } = props
  if (service.unavailable !== '') return <Text tone="quiet">{service.unavailable}</Text>
  return service.connects ? <ByLogin {...props} /> : <ByToken {...props} />
}

const ByLogin = ({ member, service: { title } }: LinkRelayProps) => (
  <ConnectButton title={title} connect={() => call(connectRelay, { user: member })}>
    {title} asks you to allow Flipside to scrobble to your account, and brings you back.
  </ConnectButton>
)

function ByToken({ member, service: { title, takes_address, token_page } }: LinkRelayProps) {
  const [token, setToken] = useState('')
  const [address, setAddress] = useState('')
  const { failure, isBusy, send } = useSend()
  const submit = async () => {
    const account = { token: token.trim(), base_url: address.trim() || undefined }
    if (account.token === '') return
    if (await send(() => call(linkRelay, { user: member, ...account }), `Linked to ${title}`)) setToken('')
  }
  return (
    <Form onSubmit={submit} failure={failure}>
      {token_page !== '' && (
        <Note>
          Your token is on{' '}
          <a href={token_page} target="_blank" rel="noreferrer">
            your settings page at {title}
          </a>
          .
        </Note>
      )}
      <TextField
        label={`Your user token at ${title}`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={token}
        onChange={setToken}
      />
      {takes_address && <ServerAddressField title={title} value={address} onChange={setAddress} />}
      <Button block type="submit" busy={isBusy} disabled={token.trim() === ''}>
        {isBusy ? 'Checking...' : 'Link Account'}
      </Button>
    </Form>
  )
}
