import { Navigate } from '@tanstack/react-router'
import { profileQuery } from '#src/accounts/queries.ts'
import { QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { NextMatch, NextMatchUnknown } from './NextMatch.tsx'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { matchQuery } from './queries.ts'
import * as css from './SwapPoints.css.ts'
import { swapStatus, toSwapView } from './status.ts'
import { Unsent } from './Unsent.tsx'
import { useIsFirstShown } from './useIsFirstShown.ts'
import { useSwaps } from './useSwaps.ts'

/** The swag that a completed swap gave to both, their totals, and the time of the next match. */
export function SwapPoints({ swap, member }: SwapOfMember) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  return (
    <Stack gap="l">
      <Unsent swap={swap} />
      <h2 className={css.title}>Congratulations! It's a Win Win</h2>
      <Points name={member} rater={other.user} earned={other.reaction ?? 0} side={isInitiator ? 'a' : 'b'} isOwn />
      <Points name={other.user} rater={member} earned={own.reaction ?? 0} side={isInitiator ? 'b' : 'a'} />
      <Foot member={member} />
    </Stack>
  )
}

/** Redirects to the latest completed swap, if there is one. */
export function LatestPoints({ member }: { member: string }) {
  const live = useSwaps(member)
  return (
    <QueryState live={live} loading={<Skeleton shape="card" count={2} />} failed="Failed to fetch swap details">
      {(swaps) => {
        const latest = swaps.find((swap) => swapStatus(swap, member) === 'completed')
        if (latest) return <Navigate to="/swap-points-results" search={{ id: String(getSwapId(latest)) }} replace />
        return (
          <Stack gap="l">
            <EmptyState
              icon="swap"
              text="No swap points yet"
              more="A completed Track Swap gives each side up to 5 swag. It shows here once both have rated."
              link={{ text: 'Start Track Swap', to: '/track-swap-entry' }}
            />
            <Foot member={member} />
          </Stack>
        )
      }}
    </QueryState>
  )
}

interface PointsProps {
  name: string
  rater: string
  earned: number
  side: 'a' | 'b'
  isOwn?: boolean
}

function Points({ name, rater, earned, side, isOwn = false }: PointsProps) {
  const profile = useLive(profileQuery(name)).value?.profile
  const shown = useCountUp(earned, 0, useIsFirstShown(`points ${name} ${rater} ${earned}`))
  return (
    <Card side={side}>
      <Row gap="l" wrap>
        <Avatar name={name} picture={profile?.pfpmed} size="l" />
        <Stack gap="none" grow>
          <Row gap="s" wrap>
            <Stack grow="content">
              <Text strong>{isOwn ? `${name} (you)` : name}</Text>
            </Stack>
            <Figure size="l" tone="swag">
              +{shown}
            </Figure>
          </Row>
          <Text tone="quiet">{profile ? `${profile.swag} swag` : '\u00A0'}</Text>
          <Note>{isOwn ? `${rater} rated your track ${earned}` : `You rated their track ${earned}`}</Note>
        </Stack>
      </Row>
    </Card>
  )
}

function Foot({ member }: { member: string }) {
  const isAnnounced = useHostAdds()
  const live = useLive(matchQuery(member), { enabled: isAnnounced })
  const { value } = live
  const isOffline = useIsOffline(live)
  return (
    <Stack gap="l">
      {value ? (
        <NextMatch at={value.nextMatchAt} />
      ) : (
        <NextMatchUnknown why={isOffline ? 'It shows once you are online.' : undefined} />
      )}
      <ButtonLink block to="/">
        Return to Home
      </ButtonLink>
    </Stack>
  )
}
