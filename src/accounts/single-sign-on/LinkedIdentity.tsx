import { useState } from 'react'
import { getLinkedIdentity } from '#contract/accounts/single-sign-on.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Text } from '#src/ui/Text.tsx'
import { LinkIdentityDialog } from './LinkIdentityDialog.tsx'
import { linkedIdentityQuery } from './queries.ts'
import { signInText } from './sign-in-text.ts'
import { UnlinkIdentityDialog } from './UnlinkIdentityDialog.tsx'

interface LinkedIdentityProps {
  member: string
  /** How linking has ended: the code with which the provider's redirect has opened the screen. */
  outcome?: string
}

/** Renders nothing on a server without a provider, unless an identity is left. */
export function LinkedIdentity({ member, outcome }: LinkedIdentityProps) {
  const live = useLive(linkedIdentityQuery(member))
  const [isDialogOpen, setDialogOpen] = useState(false)
  const close = () => setDialogOpen(false)
  const { value } = live
  if (value === null || (value?.provider === null && value.identity === null)) return null
  return (
    <Section title="Single sign-on">
      {outcome !== undefined && outcome !== 'linked' && <Alert>{signInText(outcome)}</Alert>}
      <QueryState live={live} loading="Loading..." failed={getLinkedIdentity.failure}>
        {(found) => found && <Standing {...found} onChange={() => setDialogOpen(true)} />}
      </QueryState>
      {isDialogOpen && value?.identity === null && (
        <LinkIdentityDialog member={member} provider={value.provider ?? ''} onClose={close} />
      )}
      {isDialogOpen && value?.identity && (
        <UnlinkIdentityDialog member={member} provider={nameProvider(value)} onClose={close} />
      )}
    </Section>
  )
}

type Found = ResponseOf<typeof getLinkedIdentity>

/** The provider of a link may have been removed from the server settings. */
const nameProvider = ({ provider }: Pick<Found, 'provider'>) => provider ?? 'the former provider'

function Standing({ provider, identity, onChange }: Found & { onChange: () => void }) {
  const name = nameProvider({ provider })
  return (
    <>
      <Text tone="quiet">
        {identity === null
          ? `Log in with your account at ${name} instead of the password. Your password stays valid.`
          : `Your account at ${name} is linked.`}
        {identity !== null && identity.last_used_at !== '' && (
          <>
            {' '}
            Last used <RelativeTime at={identity.last_used_at} />.
          </>
        )}
      </Text>
      <Button block variant="quiet" size="s" onClick={onChange}>
        {identity === null ? `Link ${name}...` : `Unlink ${name}...`}
      </Button>
    </>
  )
}
