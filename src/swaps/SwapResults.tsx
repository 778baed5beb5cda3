import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ListenLink } from '#src/listening/listen-links/ListenLink.tsx'
import { comparisonQuery } from '#src/listening/queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Record } from '#src/ui/Record.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Heading, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import * as side from './SideCard.css.ts'
import * as css from './SwapResults.css.ts'
import { ShareResult } from './share/ShareResult.tsx'
import { type Half, toSwapView } from './status.ts'
import { Unsent } from './Unsent.tsx'
import { startMatching } from './useMatch.ts'
import { formatDay } from './when.ts'

interface ResultsProps {
  swap: ShownSwap
  member: string
}

/**
 * Both sides of a completed swap: two records half out of their sleeves, and the swag that each
 * earned.
 */
export function SwapResults({ swap, member }: ResultsProps) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const [a, b] = isInitiator ? [own, other] : [other, own]
  const container = useRef<HTMLDivElement>(null)
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
      <Unsent swap={swap} />
      <div ref={container} className={css.sides}>
        <Side letter="A" half={a} rater={b.user} earned={b.reaction} ratingText={b.reactionText} isOwn={a === own} />
        <Side letter="B" half={b} rater={a.user} earned={a.reaction} ratingText={a.reactionText} isOwn={b === own} />
      </div>
      <Figures member={member} other={other.user} earned={other.reaction ?? 0} />
      <Actions swap={swap} member={member}>
        <ShareResult container={container} subtitle={`${a.user} and ${b.user} flipped sides${on}.`} a={a} b={b} />
      </Actions>
    </Stack>
  )
}

interface SideProps {
  letter: 'A' | 'B'
  half: Half
  /** The other member, author of the rating. */
  rater: string
  /** The other's rating of this track. */
  earned: number | null
  /** What was written with the rating. */
  ratingText: string | undefined
  isOwn: boolean
}

function Side({ letter, half, rater, earned, ratingText, isOwn }: SideProps) {
  const swag = useCountUp(earned ?? 0)
  if (!half.track) return null // completed means that both are there
  const { name, artist } = half.track
  const isA = letter === 'A'
  return (
    <Card side={isA ? 'a' : 'b'}>
      <div className={side.inside}>
        <Record artist={artist} title={name} slides />
        <div className={side.words}>
          <span className={isA ? css.sideA : css.sideB}>
            SIDE {letter} · {isOwn ? 'you' : half.user}
          </span>
          <Heading level={2} look="card">
            {name}
          </Heading>
          <Text tone="quiet">{artist}</Text>
          {half.track.text !== undefined && <Text>“{half.track.text}”</Text>}
          <Figure tone="swag">+{swag} swag</Figure>
          <Text tone="quiet" size="s">
            {isOwn
              ? `${rater} rated your track ${earned ?? 0} → ${earned ?? 0} swag for you`
              : `You rated their track ${earned ?? 0} → ${earned ?? 0} swag for ${half.user}`}
          </Text>
          {ratingText !== undefined && <Text>“{ratingText}”</Text>}
        </div>
      </div>
      <div className={css.listen}>
        <ListenLink track={half.track} side={isA ? 'a' : 'b'} />
      </div>
    </Card>
  )
}

interface FiguresProps {
  member: string
  other: string
  /** By this swap. */
  earned: number
}

/** The user's current swag, and the similarity of both members' taste. */
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

/** Counts up by the swag that the swap gave. */
function OwnSwag({ swag, earned }: { swag: number; earned: number }) {
  return <FigureCard label="Your swag" value={String(useCountUp(swag, swag - earned))} />
}

const FigureCard = ({ label, value }: { label: string; value: string }) => (
  <Card>
    <Text tone="quiet" size="s">
      {label}
    </Text>
    <Figure size="l">{value}</Figure>
  </Card>
)

function Actions({ swap, member, children }: ResultsProps & { children: ReactNode }) {
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
      <Button block variant="quiet" render={(linkProps) => <Link to="/track-swap-history" {...linkProps} />}>
        Back to History
      </Button>
      <Button
        block
        variant="quiet"
        render={(linkProps) => (
          <Link to="/swap-points-results" search={{ id: String(getSwapId(swap)) }} {...linkProps} />
        )}
      >
        Swap Points
      </Button>
      {children}
    </Stack>
  )
}
