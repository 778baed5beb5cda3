import { useState } from 'react'
import {
  chooseMusicAccount,
  type MusicAccount as Found,
  proveMusicAccount,
  refreshMusicAccount,
} from '#contract/listening/music-accounts.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AccountCard } from '../AccountCard.tsx'
import { type Proof, useProof } from '../useProof.ts'
import { useSend } from '../useSend.ts'
import { ChooseAccount } from './ChooseAccount.tsx'
import { musicAccountQuery } from './queries.ts'

type Account = NonNullable<Found['account']>

/** Poll interval in ms for charts that are being fetched, or soon will be. */
const EVERY_MS = 2000
const SOON_MS = 90_000

const isRefreshing = (account: Found['account'] | undefined) =>
  account != null &&
  (account.is_refreshing || (account.next_at !== '' && Date.parse(account.next_at) < Date.now() + SOON_MS))

export function MusicAccount({ member, proof }: { member: string; proof?: Proof }) {
  const query = musicAccountQuery(member)
  const live = useLive(query)
  useLive(query, isRefreshing(live.value?.account) ? { everyMs: EVERY_MS } : {})
  const proving = useProof(proof, (parameters) =>
    call(proveMusicAccount, { user: member, ...parameters, client_id: uuid() }),
  )
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={1} />} failed="Failed to load the music account">
      {(found) => (
        <Section title="Your charts come from">
          {proving.failure && <Alert>{proving.failure}</Alert>}
          {proving.isBusy && <Text tone="quiet">Checking the account with Last.fm...</Text>}
          {found.account === null ? <StoredListens /> : <Chosen member={member} account={found.account} />}
          <Change member={member} found={found} />
        </Section>
      )}
    </QueryState>
  )
}

const StoredListens = () => (
  <Card>
    <Stack gap="xs">
      <Text strong>Listens stored here</Text>
      <Note>The files you have added and what your players scrobble. Always up to date.</Note>
    </Stack>
  </Card>
)

function Chosen({ member, account }: { member: string; account: Account }) {
  const { failure, isBusy, send } = useSend()
  const refresh = () => send(() => call(refreshMusicAccount, { user: member, client_id: uuid() }))
  return (
    <AccountCard
      name={`${account.title}: ${account.name}`}
      lines={[account.base_url, account.is_proven ? 'Confirmed as your account.' : '']}
      failure={account.failure}
      refusal={failure}
      actions={
        <Button variant="quiet" busy={isBusy} onClick={() => void refresh()}>
          Refresh
        </Button>
      }
    >
      {account.page !== '' && (
        <Text size="s">
          <a href={account.page} target="_blank" rel="noreferrer">
            Charts by {account.title}
          </a>
        </Text>
      )}
      <Freshness account={account} />
    </AccountCard>
  )
}

function Freshness({ account }: { account: Account }) {
  const isRunning = isRefreshing(account)
  return (
    <Note>
      {account.fresh_at !== '' && (
        <>
          Fresh as of <RelativeTime at={account.fresh_at} />.{' '}
        </>
      )}
      <span role="status">
        {isRunning && 'Your charts are being fetched...'}
        {!isRunning && account.fresh_at === '' && 'Your new charts are not here yet. Until then you see the old ones.'}
        {!isRunning && account.next_at !== '' && ' Charts update by themselves.'}
      </span>
    </Note>
  )
}

/** Closing the forms moves what is below them: shows their button with the account above it. */
function showAgain(button: HTMLElement | null) {
  button?.focus({ preventScroll: true })
  button?.scrollIntoView({ block: 'center' })
}

function Change({ member, found }: { member: string; found: Found }) {
  const [isOpen, setOpen] = useState<boolean>()
  const { failure, isBusy, send } = useSend()
  const back = () =>
    send(
      () => call(chooseMusicAccount, { user: member, source: 'here', client_id: uuid() }),
      'Your charts come from your stored listens now',
    )
  if (isOpen) return <ChooseAccount member={member} services={found.services} onClose={() => setOpen(false)} />
  return (
    <Stack gap="s">
      {failure && <Alert>{failure}</Alert>}
      <Button ref={isOpen === false ? showAgain : undefined} block variant="quiet" onClick={() => setOpen(true)}>
        {found.account === null ? 'Use a Music Account' : 'Use Another Account'}
      </Button>
      {found.account !== null && (
        <Button block variant="quiet" busy={isBusy} onClick={() => void back()}>
          Use Stored Listens
        </Button>
      )}
    </Stack>
  )
}
