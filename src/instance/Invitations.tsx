import { useState } from 'react'
import { createInvitation, type Invitation, revokeInvitation } from '#contract/instance/invitations.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { dayAndMonth } from '#src/ui/dates.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { countText } from '#src/ui/numbers.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { invitationsQuery } from './queries.ts'

/** The member's invitations: make, share and revoke them. Needs a connection. */
export function Invitations({ member }: { member: string }) {
  const live = useLive(invitationsQuery(member))
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={2} />}
      failed="Failed to load your invitations"
      lacking={<EmptyState text="Invitations aren't available on this server." />}
    >
      {(found) => (
        <Stack gap="xl">
          {found.may_invite ? (
            <NewInvitation member={member} />
          ) : (
            <Text tone="quiet">Only admins can invite people to this server.</Text>
          )}
          <List
            of={found.invitations}
            toKey={({ id }) => id}
            gap="m"
            empty="No invitations yet. Make one and send its link to a friend."
          >
            {(invitation) => <InvitationCard member={member} invitation={invitation} />}
          </List>
        </Stack>
      )}
    </QueryState>
  )
}

const daysOptions = [1, 7, 30, 90].map((days) => ({ value: String(days), label: countText(days, 'day') }))
const usesOptions = [1, 5, 25, 100].map((uses) => ({
  value: String(uses),
  label: countText(uses, 'person', 'people'),
}))

function NewInvitation({ member }: { member: string }) {
  const [days, setDays] = useState('7')
  const [uses, setUses] = useState('1')
  const [code, setCode] = useState<string>()
  const { failure, isBusy, change } = useChange(createInvitation.failure, invitationsQuery(member))
  const create = () =>
    change(async () => setCode((await call(createInvitation, { user: member, days, max_uses: uses })).code))
  return (
    <Stack gap="m">
      <Text>The link lets people join. You see who used it, and the admins see that you invited them.</Text>
      {failure && <Alert>{failure}</Alert>}
      <SelectField label="Valid for" value={days} onChange={setDays} options={daysOptions} />
      <SelectField label="Can be used by" value={uses} onChange={setUses} options={usesOptions} />
      <Button block busy={isBusy} onClick={() => void create()}>
        Make Invitation
      </Button>
      {code !== undefined && <CreatedInvitation code={code} />}
    </Stack>
  )
}

/** The link for a new invitation: the server stores only a hash of its code. */
const CreatedInvitation = ({ code }: { code: string }) => (
  <Card>
    <Stack gap="s">
      <div role="status">
        <Text strong>This link is shown once. Send it now.</Text>
      </div>
      <Row>
        <ShareButton label="Share the invitation" title="Join me on Flipside" path={`/signup?invitation=${code}`} />
      </Row>
    </Stack>
  </Card>
)

function InvitationCard({ member, invitation }: { member: string; invitation: Invitation }) {
  const { failure, isBusy, change } = useChange(revokeInvitation.failure, invitationsQuery(member))
  const revoke = () => change(() => call(revokeInvitation, { user: member, id: invitation.id, client_id: uuid() }))
  const { uses, max_uses, expires_at, is_open, joined } = invitation
  return (
    <Card>
      <Stack gap="s">
        <Text strong>
          {is_open ? `Valid until ${dayAndMonth(new Date(expires_at))}` : 'No longer valid'}, used {uses} of{' '}
          {countText(max_uses, 'time')}
        </Text>
        {joined.length > 0 && <Text tone="quiet">Joined: {joined.map(({ username }) => username).join(', ')}</Text>}
        {failure && <Alert>{failure}</Alert>}
        {is_open && (
          <Row gap="s" wrap>
            <RowButton busy={isBusy} onClick={() => void revoke()}>
              Revoke
            </RowButton>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
