import { type SyntheticEvent, useState } from 'react'
import { createScrobbleToken } from '#contract/scrobbling.ts'
import { call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CopyLine } from './CopyLine.tsx'
import * as css from './Players.css.ts'

interface NewPlayerProps {
  member: string
  token: string | undefined
  /** Told the token, for the one time that it is known. */
  onMade: (token: string) => void
}

/** Makes a token and shows it once. Sent at once: a secret never waits in an outbox. */
export function NewPlayer({ member, token, onMade }: NewPlayerProps) {
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      onMade((await call(createScrobbleToken, { user: member, name })).token)
      setName('')
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() === '') setFailure('Give the player a name first.')
    else void make()
  }
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Add a player</Heading>
      <form onSubmit={submit} noValidate>
        <Stack gap="m">
          {failure && <Alert>{failure}</Alert>}
          <TextField
            label="Name of the player"
            hint="To know it by later: Kitchen radio, phone, Navidrome."
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" block busy={isBusy}>
            Make a Token
          </Button>
        </Stack>
      </form>
      {token !== undefined && <Made token={token} />}
    </Stack>
  )
}

const Made = ({ token }: { token: string }) => (
  <Card>
    <Stack gap="s">
      <div role="status">
        <Text strong>This token is shown once. Copy it into your player now.</Text>
      </div>
      <dl className={css.settings}>
        <CopyLine label="Token" value={token} />
      </dl>
      <Text tone="quiet" size="s">
        Whoever has it can scrobble as you and read your listens, and nothing else.
      </Text>
    </Stack>
  </Card>
)

/** Throws what is no answer of a host on. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.sentence
  if (error instanceof Unreachable) return 'The server cannot be reached. Please try again.'
  throw error
}
