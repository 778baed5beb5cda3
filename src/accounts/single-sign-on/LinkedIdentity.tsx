import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getLinkedIdentity, linkIdentity, unlinkIdentity } from '#contract/accounts/single-sign-on.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'
import { linkedIdentityQuery } from './queries.ts'
import { signInText } from './sign-in-text.ts'
import { startLinking } from './start-sign-in.ts'

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
  const ChangeDialog = value?.identity ? UnlinkIdentityDialog : LinkIdentityDialog
  if (value === null || (value?.provider === null && value.identity === null)) return null
  return (
    <Section title="Single sign-on">
      {outcome !== undefined && outcome !== 'linked' && <Alert>{signInText(outcome)}</Alert>}
      <QueryState live={live} loading="Loading..." failed={getLinkedIdentity.failure}>
        {(found) => <Standing {...found} onChange={() => setDialogOpen(true)} />}
      </QueryState>
      {isDialogOpen && value && <ChangeDialog member={member} provider={nameProvider(value)} onClose={close} />}
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

interface IdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Requests the password, then leads to the provider. */
const LinkIdentityDialog = ({ member, provider, onClose }: IdentityDialogProps) => (
  <PasswordDialog
    title={`Link ${provider}`}
    submit="Continue"
    refused={linkIdentity.failure}
    onConfirm={(password) => startLinking(member, password)}
    onClose={onClose}
  >
    <Text>You then sign in at {provider} and come back here.</Text>
  </PasswordDialog>
)

function UnlinkIdentityDialog({ member, provider, onClose }: IdentityDialogProps) {
  const client = useQueryClient()
  const unlink = async (password: string) => {
    await call(unlinkIdentity, { user: member, password, client_id: uuid() })
    await client.invalidateQueries({ queryKey: linkedIdentityQuery(member).queryKey })
    toast({ title: 'Account unlinked.' })
    onClose()
  }
  return (
    <PasswordDialog
      isDangerous
      title={`Unlink ${provider}?`}
      submit="Unlink"
      refused={unlinkIdentity.failure}
      onConfirm={unlink}
      onClose={onClose}
    >
      <Text>You log in with your password from now on. Devices stay signed in.</Text>
    </PasswordDialog>
  )
}
