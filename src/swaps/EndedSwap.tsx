import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import type { ShownSwap } from './overlay.ts'
import { Partner } from './PendingSwap.tsx'
import { type SwapStatus, toSwapView } from './status.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'
import { formatDay } from './when.ts'

interface EndedProps {
  swap: ShownSwap
  member: string
  status: Exclude<SwapStatus, 'action_required' | 'pending' | 'completed'>
}

export function EndedSwap({ swap, member, status }: EndedProps) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const day = formatDay(swap.ended_timestamp)
  const isDeleted = status === 'expired' && isDeletedMember(other.user)
  return (
    <Stack gap="xl">
      <Stack gap="s">
        <Title>{isDeleted ? 'This Track Swap Has Ended' : titles[status]}</Title>
        <Text tone="quiet">
          {isDeleted ? 'The other member has deleted their account.' : toSentence(status, isInitiator, other.user)}
          {day ? ` It ended on ${day}.` : ''}
        </Text>
      </Stack>
      <Unsent swap={swap} />
      <Partner name={other.user} since={swap.swap_initiated_timestamp} />
      {own.track && <TrackCard track={own.track} side={isInitiator ? 'a' : 'b'} />}
      {other.track && <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />}
      <ButtonLink block to="/track-swap-entry">
        Start Track Swap
      </ButtonLink>
    </Stack>
  )
}

const titles = {
  declined: 'This Track Swap Was Declined',
  withdrawn: 'This Track Swap Was Withdrawn',
  expired: 'This Track Swap Has Expired',
}

function toSentence(status: EndedProps['status'], isInitiator: boolean, other: string): string {
  switch (status) {
    case 'declined':
      return isInitiator ? `${other} declined it.` : 'You declined it.'
    case 'withdrawn':
      return isInitiator ? 'You withdrew it.' : `${other} withdrew it.`
    case 'expired':
      return 'It was not finished within 30 days.'
  }
}
