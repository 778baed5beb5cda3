import { useState } from 'react'
import { followAccount } from '#contract/listening/followed-accounts.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Note } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { ServerAddressField } from '../ServerAddressField.tsx'
import { useSend } from '../useSend.ts'

interface FollowFormProps {
  member: string
  takesAddress: boolean
  takesToken: boolean
}

/** Follows an account at ListenBrainz or at another server with its API, with a token if needed. */
export function FollowForm({ member, takesAddress, takesToken }: FollowFormProps) {
  const [name, setName] = useState(member)
  const [address, setAddress] = useState('')
  const [token, setToken] = useState('')
  const { failure, isBusy, send } = useSend()
  const submit = () => {
    if (name.trim() === '') return
    const account = { name, base_url: address.trim() || undefined, token: token.trim() || undefined }
    void send(() => call(followAccount, { user: member, ...account }), 'Your listens are being read')
  }
  return (
    <Form onSubmit={submit} failure={failure}>
      <Note>
        All listens of your account are added here, new ones within 5 minutes. Your charts then come from the listens
        stored here.
      </Note>
      <TextField label="Account name" isVerbatim maxLength={128} value={name} onChange={setName} />
      {takesAddress && <ServerAddressField title="ListenBrainz" value={address} onChange={setAddress} />}
      {takesToken && <TokenField value={token} onChange={setToken} />}
      <Button block type="submit" busy={isBusy} disabled={name.trim() === ''}>
        {isBusy ? 'Checking...' : 'Follow'}
      </Button>
    </Form>
  )
}

const TokenField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextField
    label="Token (optional)"
    type="password"
    hint="Only for servers that show listens with a token, such as another Flipside. It is stored encrypted."
    autoComplete="off"
    spellCheck={false}
    maxLength={200}
    value={value}
    onChange={onChange}
  />
)
