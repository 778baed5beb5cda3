import { type SyntheticEvent, useState } from 'react'
import { type FollowedListening, followAccount, unfollowAccount } from '#contract/listening/followed-accounts.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { AccountCard } from '../AccountCard.tsx'
import { listensText } from '../imports/import-text.ts'
import { SkippedText } from '../imports/SkippedText.tsx'
import { ServerAddressField } from '../ServerAddressField.tsx'
import { useSend } from '../useSend.ts'
import { followedAccountQuery } from './queries.ts'

type Account = NonNullable<FollowedListening['account']>

/** Poll interval in ms while earlier listens are being read. */
const EVERY_MS = 3000

/** The account at ListenBrainz whose listens are added here continuously. */
export function FollowedAccount({ member }: { member: string }) {
  const query = followedAccountQuery(member)
  const live = useLive(query)
  const account = live.value?.account
  useLive(query, account != null && !account.is_caught_up && account.failure === null ? { everyMs: EVERY_MS } : {})
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={1} />} failed="Failed to load the followed account">
      {(found) =>
        found === null ? null : (
          <Stack as="section" gap="m">
            <Heading level={2}>Follow ListenBrainz</Heading>
            {found.account === null ? (
              <Follow member={member} takesAddress={found.takes_address} />
            ) : (
              <Followed member={member} account={found.account} />
            )}
          </Stack>
        )
      }
    </QueryState>
  )
}

function Follow({ member, takesAddress }: { member: string; takesAddress: boolean }) {
  const [name, setName] = useState(member)
  const [address, setAddress] = useState('')
  const { failure, isBusy, send } = useSend()
  const follow = async () => {
    const own = address.trim() === '' ? {} : { base_url: address }
    if (!(await send(() => call(followAccount, { user: member, name, ...own, client_id: uuid() })))) return
    toast({ title: 'Your listens are being read' })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void follow()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="m">
        <Text tone="quiet" size="s">
          All listens of your account are added here, new ones within 5 minutes. Your charts then come from the listens
          stored here.
        </Text>
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label="Account at ListenBrainz"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {takesAddress && <ServerAddressField title="ListenBrainz" value={address} onChange={setAddress} />}
        <Row>
          <Button block type="submit" busy={isBusy} disabled={name.trim() === ''}>
            {isBusy ? 'Checking...' : 'Follow'}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

function Followed({ member, account }: { member: string; account: Account }) {
  const { failure, isBusy, send } = useSend()
  const stop = async () => {
    if (!(await send(() => call(unfollowAccount, { user: member, client_id: uuid() })))) return
    toast({ title: 'No longer followed' })
  }
  return (
    <AccountCard
      name={account.name}
      lines={[account.base_url]}
      failure={account.failure}
      refusal={failure}
      actions={
        <Button variant="quiet" busy={isBusy} onClick={() => void stop()}>
          Stop Following
        </Button>
      }
      after={
        <Text tone="quiet" size="s">
          The listens that were added stay if you stop.
        </Text>
      }
    >
      <Stack gap="xs">
        <Progress account={account} />
      </Stack>
    </AccountCard>
  )
}

function Progress({ account: { added, skipped, is_caught_up, read_to, read_at } }: { account: Account }) {
  const isReading = !is_caught_up
  return (
    <>
      <div role="status">
        <Text size="s">
          {isReading ? 'Reading your listens.' : 'Up to date.'}{' '}
          {isReading && read_to !== '' && (
            <>
              Up to <RelativeTime at={read_to} /> so far.
            </>
          )}
        </Text>
      </div>
      <Text tone="quiet" size="s">
        {listensText(added)} added.{' '}
        {read_at !== '' && (
          <>
            Last read <RelativeTime at={read_at} />.
          </>
        )}
      </Text>
      <SkippedText skipped={skipped ?? []} />
    </>
  )
}
