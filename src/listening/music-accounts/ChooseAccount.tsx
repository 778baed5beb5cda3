import { useState } from 'react'
import { chooseMusicAccount, connectMusicAccount, type MusicAccount } from '#contract/listening/music-accounts.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { ConnectButton } from '../ConnectButton.tsx'
import { ServerAddressField } from '../ServerAddressField.tsx'
import { useSend } from '../useSend.ts'

type Service = MusicAccount['services'][number]

interface Choosing {
  member: string
  onClose: () => void
}

export function ChooseAccount({ services, ...choosing }: Choosing & { services: readonly Service[] }) {
  return (
    <Stack gap="xl">
      {services.map((service) =>
        service.connects ? (
          <Connect key={service.service} service={service} {...choosing} />
        ) : (
          <ByName key={service.service} service={service} {...choosing} />
        ),
      )}
      <Button block variant="text" onClick={choosing.onClose}>
        Cancel
      </Button>
    </Stack>
  )
}

function ByName({ member, service: { service, title, takes_address }, onClose }: Choosing & { service: Service }) {
  const [name, setName] = useState(member)
  const [address, setAddress] = useState('')
  const { failure, isBusy, send } = useSend()
  const choose = async () => {
    const source = service === 'lastfm' ? 'lastfm' : 'listenbrainz'
    const query = { user: member, source, name, base_url: address.trim() || undefined, client_id: uuid() } as const
    if (await send(() => call(chooseMusicAccount, query), `Your charts come from ${title} now`)) onClose()
  }
  return (
    <Stack gap="m">
      <Heading level={3}>{title}</Heading>
      <Form onSubmit={choose} failure={failure}>
        <TextField label={`Your name at ${title}`} isVerbatim value={name} onChange={setName} />
        {takes_address && <ServerAddressField title={title} value={address} onChange={setAddress} />}
        <Button block type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {isBusy ? 'Looking...' : `Use ${title}`}
        </Button>
      </Form>
    </Stack>
  )
}

const Connect = ({ member, service: { title } }: Choosing & { service: Service }) => (
  <Stack gap="m">
    <Heading level={3}>{title}</Heading>
    <ConnectButton title={title} connect={() => call(connectMusicAccount, { user: member })}>
      You go to {title}, allow Flipside there, and come back: so it is certain that the account is yours.
    </ConnectButton>
  </Stack>
)
