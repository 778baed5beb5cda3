import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ListedTracks } from '#src/listening/listen-links/ListedTracks.tsx'
import { comparisonQuery } from '#src/listening/queries.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import type { Side } from './ResultSide.tsx'
import { ResultSides } from './ResultSides.tsx'
import { StartSwapButton } from './StartSwapButton.tsx'
import * as css from './SwapResults.css.ts'
import { isOfSharing, SwapSharing } from './SwapSharing.tsx'
import { ShareResult } from './share/ShareResult.tsx'
import { type Half, toSwapView } from './status.ts'
import { Unsent } from './Unsent.tsx'
import { useIsFirstShown } from './useIsFirstShown.ts'
import { formatDay } from './when.ts'

/** Both sides of a completed swap: two records, and the swag that each earned. */
export function SwapResults({ swap, member }: SwapOfMember) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const [a, b] = isInitiator ? [own, other] : [other, own]
  const [first, second] = [toSide(a, b, own.user), toSide(b, a, own.user)]
  const day = formatDay(swap.completed_timestamp ?? swap.swap_initiated_timestamp)
  const on = day ? ` on ${day}` : ''
  return (
    <Stack gap="l">
      <Text tone="quiet">
        You and{' '}
        <Link to="/profile/$username" params={{ username: other.user }}>
          {other.user}
        </Link>{' '}
        flipped sides{on}.
      </Text>
      {!isOfSharing(swap) && <Unsent swap={swap} />}
      <ListedTracks getTracks={() => [a, b].flatMap(({ track }) => track ?? [])}>
        {first && second && <ResultSides a={first} b={second} />}
      </ListedTracks>
      <Figures member={member} other={other.user} earned={other.reaction ?? 0} />
      <SwapSharing swap={swap} member={member} />
      <Actions swap={swap} member={member}>
        <ShareResult subtitle={`${a.user} and ${b.user} flipped sides${on}.`} a={a} b={b} />
      </Actions>
    </Stack>
  )
}

/** Returns one half as a side; undefined without a track, which a completed swap has. */
const toSide = ({ track, user }: Half, rater: Half, member: string): Side | undefined =>
  track && {
    by: user === member ? 'you' : user,
    track,
    rater: rater.user === member ? 'you' : rater.user,
    earned: rater.reaction ?? 0,
    ratingText: rater.reactionText,
  }

interface FiguresProps {
  member: string
  other: string
  earned: number
}

/** The user's current swag, and the similarity between both members' tastes. */
function Figures({ member, other, earned }: FiguresProps) {
  const profile = useLive(profileQuery(member)).value?.profile
  const percentile = useLive(comparisonQuery(member, other)).value?.percentile
  return (
    <div className={css.figures}>
      {profile && <OwnSwag swag={profile.swag} earned={earned} />}
      {typeof percentile === 'number' && <FigureCard label="Taste in common" value={`${Math.round(percentile)}%`} />}
    </div>
  )
}

function OwnSwag({ swag, earned }: { swag: number; earned: number }) {
  const shown = useCountUp(swag, swag - earned, useIsFirstShown(`swag ${swag} ${earned}`))
  return <FigureCard label="Your swag" value={String(shown)} />
}

const FigureCard = ({ label, value }: { label: string; value: string }) => (
  <Card>
    <Note>{label}</Note>
    <Figure size="l">{value}</Figure>
  </Card>
)

const Actions = ({ swap, member, children }: SwapOfMember & { children: ReactNode }) => (
  <Stack gap="m">
    <StartSwapButton member={member} />
    <ButtonLink block variant="quiet" to="/track-swap-history">
      Back to History
    </ButtonLink>
    <ButtonLink block variant="quiet" to="/swap-points-results" search={{ id: String(getSwapId(swap)) }}>
      Swap Points
    </ButtonLink>
    {children}
  </Stack>
)
