import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ListedTracks } from '#src/listening/listen-links/ListedTracks.tsx'
import { comparisonQuery } from '#src/listening/queries.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { ResultSide } from './ResultSide.tsx'
import * as css from './SwapResults.css.ts'
import { isOfSharing, SwapSharing } from './SwapSharing.tsx'
import { ShareResult } from './share/ShareResult.tsx'
import { type Half, toSwapView } from './status.ts'
import { Unsent } from './Unsent.tsx'
import { useIsFirstShown } from './useIsFirstShown.ts'
import { startMatching } from './useMatch.ts'
import { formatDay } from './when.ts'

export function SwapResults({ swap, member }: SwapOfMember) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const [a, b] = isInitiator ? [own, other] : [other, own]
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
      <div className={css.sides}>
        <ListedTracks getTracks={() => [a, b].flatMap(({ track }) => track ?? [])}>
          <MemberSide letter="A" half={a} rater={b} isOwn={a === own} />
          <MemberSide letter="B" half={b} rater={a} isOwn={b === own} />
        </ListedTracks>
      </div>
      <Figures member={member} other={other.user} earned={other.reaction ?? 0} />
      <SwapSharing swap={swap} member={member} />
      <Actions swap={swap} member={member}>
        <ShareResult subtitle={`${a.user} and ${b.user} flipped sides${on}.`} a={a} b={b} />
      </Actions>
    </Stack>
  )
}

interface MemberSideProps {
  letter: 'A' | 'B'
  half: Half
  rater: Half
  isOwn: boolean
}

function MemberSide({ letter, half, rater, isOwn }: MemberSideProps) {
  if (!half.track) return null // completed means that both are there
  const earned = rater.reaction ?? 0
  return (
    <ResultSide
      letter={letter}
      by={isOwn ? 'you' : half.user}
      track={half.track}
      earned={earned}
      note={isOwn ? `${rater.user} rated your track ${earned}` : `You rated their track ${earned}`}
      ratingText={rater.reactionText}
    />
  )
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

function Actions({ swap, member, children }: SwapOfMember & { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const start = () => {
    startMatching(client, member)
    void navigate({ to: '/track-swap' })
  }
  return (
    <Stack gap="m">
      <Button block onClick={start}>
        Start Track Swap
      </Button>
      <ButtonLink block variant="quiet" to="/track-swap-history">
        Back to History
      </ButtonLink>
      <ButtonLink block variant="quiet" to="/swap-points-results" search={{ id: String(getSwapId(swap)) }}>
        Swap Points
      </ButtonLink>
      {children}
    </Stack>
  )
}
