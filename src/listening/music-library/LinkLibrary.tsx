import { useState } from 'react'
import { linkMusicLibrary } from '#contract/listening/music-library.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSend } from '../useSend.ts'

interface LinkLibraryProps {
  member: string
  /** From the library that has stopped: only the password is missing. */
  known?: { readonly address: string; readonly account: string }
}

export function LinkLibrary({ member, known = { address: '', account: '' } }: LinkLibraryProps) {
  const [address, setAddress] = useState(known.address)
  const [account, setAccount] = useState(known.account)
  const [password, setPassword] = useState('')
  const { failure, isBusy, send } = useSend()
  const isComplete = [address, account, password].every((text) => text.trim() !== '')
  const submit = async () => {
    if (!isComplete || isBusy) return
    const query = { user: member, address, account, password }
    if (await send(() => call(linkMusicLibrary, query), 'Library linked')) setPassword('')
  }
  return (
    <Form onSubmit={submit} failure={failure}>
      <TextField
        isVerbatim
        label="Address"
        type="url"
        hint="Such as https://music.example.com"
        maxLength={300}
        value={address}
        onChange={setAddress}
      />
      <TextField isVerbatim label="Account" maxLength={200} value={account} onChange={setAccount} />
      <TextField
        isVerbatim
        label="Password or API key"
        type="password"
        hint="Checked at your server. Stored here, encrypted, only if your server accepts nothing else."
        maxLength={200}
        value={password}
        onChange={setPassword}
      />
      <Button block type="submit" busy={isBusy} disabled={!isComplete}>
        {isBusy ? 'Checking...' : 'Link Library'}
      </Button>
    </Form>
  )
}
