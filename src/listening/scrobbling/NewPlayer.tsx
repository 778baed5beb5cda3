import { useState } from 'react'
import { createScrobbleToken } from '#contract/listening/scrobbling.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSend } from '../useSend.ts'
import { CopyLine } from './CopyLine.tsx'
import * as css from './Players.css.ts'

interface NewPlayerProps {
  member: string
  token: string | undefined
  /** Called with the token, the only time that it is known. */
  onCreated: (token: string) => void
}

/** Creates a token and shows it once. Sent at once: a secret is never queued in an outbox. */
export function NewPlayer({ member, token, onCreated }: NewPlayerProps) {
  const [name, setName] = useState('')
  const { failure, isBusy, fail, send } = useSend()
  const createToken = async () => {
    onCreated((await call(createScrobbleToken, { user: member, name })).token)
    setName('')
  }
  const submit = () => (name.trim() === '' ? fail('Give the player a name first.') : send(createToken))
  return (
    <Section
      title="Add a player"
      about="Your players can scrobble to Flipside while you listen. Each needs its own token."
    >
      <Form onSubmit={submit} failure={failure}>
        <TextField
          label="Name of the player"
          hint="For example Kitchen radio, phone or Navidrome."
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={setName}
        />
        <Button type="submit" block busy={isBusy}>
          Make a Token
        </Button>
      </Form>
      {token !== undefined && <CreatedToken token={token} />}
    </Section>
  )
}

const CreatedToken = ({ token }: { token: string }) => (
  <Card>
    <Stack gap="s">
      <div role="status">
        <Text strong>This token is shown once. Copy it into your player now.</Text>
      </div>
      <dl className={css.settings}>
        <CopyLine label="Token" value={token} />
      </dl>
      <Note>Whoever has it can scrobble as you and read your listens, and nothing else.</Note>
    </Stack>
  </Card>
)
