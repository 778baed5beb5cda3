import { type FollowedListening, unfollowAccount } from '#contract/listening/followed-accounts.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { countText } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AccountCard } from '../AccountCard.tsx'
import { SkippedText } from '../imports/SkippedText.tsx'
import { useSend } from '../useSend.ts'
import { FollowForm } from './FollowForm.tsx'
import { followedAccountQuery } from './queries.ts'

type Account = NonNullable<FollowedListening['account']>

/** Poll interval in ms while earlier listens are being read. */
const EVERY_MS = 3000

export function FollowedAccount({ member }: { member: string }) {
  const query = followedAccountQuery(member)
  const live = useLive(query)
  const account = live.value?.account
  useLive(query, account != null && !account.is_caught_up && account.failure === null ? { everyMs: EVERY_MS } : {})
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={1} />} failed="Failed to load the followed account">
      {(found) => (
        <Section title="Follow ListenBrainz">
          {found.account === null ? (
            <FollowForm member={member} takesAddress={found.takes_address} takesToken={found.takes_token} />
          ) : (
            <Followed member={member} account={found.account} />
          )}
        </Section>
      )}
    </QueryState>
  )
}

function Followed({ member, account }: { member: string; account: Account }) {
  const { failure, isBusy, send } = useSend()
  const stop = () => send(() => call(unfollowAccount, { user: member, client_id: uuid() }), 'No longer followed')
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
      after={<Note>The listens that were added stay if you stop.</Note>}
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
      <Note>
        {countText(added, 'listen')} added.{' '}
        {read_at !== '' && (
          <>
            Last read: <RelativeTime at={read_at} />.
          </>
        )}
      </Note>
      <SkippedText skipped={skipped ?? []} />
    </>
  )
}
