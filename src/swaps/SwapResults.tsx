import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ListedTracks } from '#src/listening/listen-links/ListedTracks.tsx'
import { comparisonQuery } from '#src/listening/queries.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { findShelf, isLastCompleted } from './history.ts'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { PlayedSince } from './PlayedSince.tsx'
import { songSwapsQuery } from './queries.ts'
import { ResultSides, type Side } from './ResultSides.tsx'
import { StartSwapButton } from './StartSwapButton.tsx'
import * as css from './SwapResults.css.ts'
import { isOfSharing, SwapSharing } from './SwapSharing.tsx'
import { SwapShelf } from './SwapShelf.tsx'
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
  const swaps = shownRows(useLive(songSwapsQuery(member)).value ?? [])
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
      <PlayedSince halves={[a, b]} member={own.user} />
      <Figures swap={swap} member={member} isLast={isLastCompleted(swaps, { swap, member })} />
      <SwapSharing swap={swap} member={member} />
      <Stack gap="m">
        <StartSwapButton member={member} />
        <ButtonLink block variant="quiet" to="/track-swap-history">
          Back to History
        </ButtonLink>
        <ButtonLink block variant="quiet" to="/swap-points-results" search={{ id: String(getSwapId(swap)) }}>
          Swap Points
        </ButtonLink>
        <ShareResult subtitle={`${a.user} and ${b.user} flipped sides${on}.`} a={a} b={b} />
      </Stack>
      <SwapShelf partner={other.user} member={member} swaps={findShelf(swaps, { swap, member })} />
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

interface FiguresProps extends SwapOfMember {
  /** Whether the swag of this swap is the last that the user won. */
  isLast: boolean
}

/** The user's current swag, and the similarity between both members' tastes. */
function Figures({ swap, member, isLast }: FiguresProps) {
  const { other } = toSwapView(swap, member)
  const { value, requestedAt = 0 } = useLive(profileQuery(member))
  const percentile = useLive(comparisonQuery(member, other.user)).value?.percentile
  // A stored profile may be without the swag of this swap.
  const isCurrent = isLast && requestedAt > Date.parse(swap.completed_timestamp ?? '')
  const swag = value?.profile?.swag
  const earned = isCurrent ? (other.reaction ?? 0) : 0
  return (
    <div className={css.figures}>
      {swag !== undefined && (
        <FigureCard label="Your swag">
          <Swag key={earned} swag={swag} earned={earned} />
        </FigureCard>
      )}
      {typeof percentile === 'number' && (
        <FigureCard label="Taste in common">
          <Figure size="l">{Math.round(percentile)}%</Figure>
        </FigureCard>
      )}
    </div>
  )
}

/** Counts from the swag before the swap to the current one. */
function Swag({ swag, earned }: { swag: number; earned: number }) {
  const before = swag - earned
  const shown = useCountUp(swag, before, useIsFirstShown(`swag ${swag} ${earned}`))
  if (earned === 0) return <Figure size="l">{swag}</Figure>
  return (
    <span className={css.swag}>
      <Figure>{before}</Figure> <span aria-hidden="true">→</span> <VisuallyHidden>to </VisuallyHidden>
      <Figure size="l" tone="swag">
        {shown}
      </Figure>
    </span>
  )
}

const FigureCard = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card>
    <Note>{label}</Note>
    {children}
  </Card>
)
