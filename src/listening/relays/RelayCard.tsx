import { type Relays, retryRelay, switchRelay, unlinkRelay } from '#contract/listening/relays.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { countText } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AccountCard } from '../AccountCard.tsx'
import { ConfirmSend } from '../ConfirmSend.tsx'
import { useSend } from '../useSend.ts'
import { LinkRelay } from './LinkRelay.tsx'
import { relayState } from './relay-text.ts'

type Relay = Relays['relays'][number]

interface RelayCardProps {
  member: string
  relay: Relay
  service: Relays['services'][number] | undefined
}

/** A linked account: its state, the last failure, and what the member can do. */
export function RelayCard({ member, relay, service }: RelayCardProps) {
  const { failure, isBusy, send } = useSend()
  const of = { user: member, service: relay.service === 'lastfm' ? 'lastfm' : 'listenbrainz' } as const
  const turn = (isOn: boolean) =>
    send(() => call(switchRelay, { ...of, state: isOn ? 'on' : 'off', client_id: uuid() }))
  const retry = () => send(() => call(retryRelay, { ...of, client_id: uuid() }))
  const isRetryable = relay.is_on && (relay.is_stopped || (relay.failure !== null && relay.pending > 0))
  return (
    <AccountCard
      name={relay.account}
      lines={[relay.base_url]}
      failure={relay.is_on ? relay.failure : null}
      refusal={failure}
      actions={
        <>
          {isRetryable && (
            <Button variant="quiet" busy={isBusy} onClick={() => void retry()}>
              Try Now
            </Button>
          )}
          <Unlink member={member} relay={relay} />
        </>
      }
      after={relay.is_stopped && service !== undefined && <LinkRelay member={member} service={service} />}
    >
      <Switch
        label={`Forward scrobbles to ${relay.title}`}
        hint={
          relay.is_on && relay.pending > 0
            ? 'If you switch this off, pending listens are not sent.'
            : 'Also sends what is playing now.'
        }
        isOn={relay.is_on}
        busy={isBusy}
        onChange={(isOn) => void turn(isOn)}
      />
      <State relay={relay} />
    </AccountCard>
  )
}

function State({ relay }: { relay: Relay }) {
  return (
    <Stack gap="none">
      <div role="status">
        <Text size="s">{relayState(relay)}</Text>
      </div>
      <Note>
        {relay.last_sent_at === '' ? (
          'Nothing has been sent yet.'
        ) : (
          <>
            {countText(relay.sent, 'listen')} sent. Last sent: <RelativeTime at={relay.last_sent_at} />.
          </>
        )}
      </Note>
      {relay.ignored.length > 0 && (
        <Note>
          Not accepted:{' '}
          {relay.ignored.map(({ listens, text }) => `${countText(listens, 'listen')} (${text})`).join(', ')}.
        </Note>
      )}
    </Stack>
  )
}

function Unlink({ member, relay: { service, title, account, pending } }: { member: string; relay: Relay }) {
  const of = { user: member, service: service === 'lastfm' ? 'lastfm' : 'listenbrainz' } as const
  return (
    <ConfirmSend
      label="Unlink"
      aria-label={`Unlink ${title}`}
      title={`Unlink ${account}?`}
      send={() => call(unlinkRelay, { ...of, client_id: uuid() })}
      done={`Unlinked from ${title}`}
    >
      Nothing more is sent to {title}, and this server deletes its access to the account.
      {pending > 0 && ` ${countText(pending, 'listen')} pending will not be sent.`} What was sent stays there.
    </ConfirmSend>
  )
}
