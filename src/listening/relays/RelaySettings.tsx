import type { Relays } from '#contract/listening/relays.ts'
import { proveRelay } from '#contract/listening/relays.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { type Proof, useProof } from '../useProof.ts'
import { LinkRelay } from './LinkRelay.tsx'
import { relaysQuery } from './queries.ts'
import { RelayCard } from './RelayCard.tsx'

/** Poll interval in ms while listens are being sent. */
const EVERY_MS = 3000

const isSending = (found: Relays | null | undefined): boolean =>
  found?.relays.some((relay) => relay.is_on && !relay.is_stopped && relay.pending > 0) === true

/** The services that a member's scrobbles are forwarded to, and those that can be linked. */
export function RelaySettings({ member, proof }: { member: string; proof?: Proof }) {
  const query = relaysQuery(member)
  const live = useLive(query)
  useLive(query, isSending(live.value) ? { everyMs: EVERY_MS } : {})
  const proving = useProof(proof, (parameters) => call(proveRelay, { user: member, ...parameters }))
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={1} />} failed="Failed to load your relays">
      {(found) => (
        <Section
          title="Forward to other services"
          gap="l"
          about="Flipside can send what your players scrobble here on to your accounts elsewhere, and what is playing now. Nothing leaves this server unless you link an account."
        >
          {proving.failure && <Alert>{proving.failure}</Alert>}
          {proving.isBusy && <Text tone="quiet">Linking your account at Last.fm...</Text>}
          {found.services.map((service) => (
            <Service key={service.service} {...{ member, found, service }} />
          ))}
        </Section>
      )}
    </QueryState>
  )
}

interface ServiceProps {
  member: string
  found: Relays
  service: Relays['services'][number]
}

function Service({ member, found, service }: ServiceProps) {
  const relay = found.relays.find((linked) => linked.service === service.service)
  return (
    <Stack gap="m">
      <Heading level={3}>{service.title}</Heading>
      {relay === undefined ? <LinkRelay {...{ member, service }} /> : <RelayCard {...{ member, relay, service }} />}
    </Stack>
  )
}
