import { Avatar } from '#src/ui/Avatar.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { EndSwap } from './EndSwap.tsx'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { RATING_TEXT_HINT } from './SwapTextField.tsx'
import { type SwapView, toSwapView } from './status.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'
import { formatDay } from './when.ts'

/** The other member's turn: the sent track, its recipient, and the next step. */
export function PendingSwap({ swap, member }: SwapOfMember) {
  const view = toSwapView(swap, member)
  const { isInitiator, own, other } = view
  const initiator = isInitiator ? own : other
  if (!initiator.track || !own.track) return <SwapDataError swap={swap} member={member} />
  const isUnanswered = isInitiator && other.track === undefined && other.reaction === null
  return (
    <Stack gap="xl">
      <Stack gap="s">
        <Title>{isInitiator ? 'You Initiated a Track Swap' : "You've Responded to a Track Swap"}</Title>
        <Text tone="quiet">{waitedFor(view)}</Text>
      </Stack>
      <Unsent swap={swap} />
      <Partner name={other.user} since={swap.swap_initiated_timestamp} />
      <TrackCard track={own.track} side={isInitiator ? 'a' : 'b'} />
      {own.reaction !== null && (
        <Text tone="quiet">
          {other.user} earns {own.reaction} swag from your rating.
        </Text>
      )}
      {own.reactionText !== undefined && (
        <Stack gap="xs">
          <Text>“{own.reactionText}”</Text>
          <Note>{RATING_TEXT_HINT}</Note>
        </Stack>
      )}
      {isUnanswered && getSwapId(swap) > 0 && <EndSwap kind="withdraw" swap={swap} member={member} />}
    </Stack>
  )
}

function waitedFor({ isInitiator, own, other }: SwapView): string {
  if (!isInitiator) return `Waiting for ${other.user} to rate your track.`
  if (!other.track) return `Waiting for ${other.user} to rate your track and send one back.`
  return own.reaction === null
    ? `Waiting for ${other.user} to rate your track.`
    : `You have rated their track. Waiting for ${other.user} to rate yours.`
}

export function Partner({ name, since }: { name: string; since: string }) {
  const day = formatDay(since)
  return (
    <CardLink pad="s" to="/profile/$username" params={{ username: name }}>
      <Row gap="m" wrap>
        <Avatar name={name} />
        <Stack gap="none" grow>
          <Note as="span">Matched with:</Note>
          <Text as="span" strong>
            {name}
          </Text>
        </Stack>
        {day && <Note as="span">{day}</Note>}
      </Row>
    </CardLink>
  )
}

/** A swap that lacks required data. Its initiator can still send the track, or end it. */
function SwapDataError({ swap, member }: SwapOfMember) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const isFirstMissing = !(isInitiator ? own : other).track
  return (
    <Stack gap="l">
      <EmptyState
        icon="warning"
        text="Swap Data Error"
        more={
          isFirstMissing
            ? 'This swap is missing a sent track from the initiator. Please contact support or delete this swap.'
            : 'This pending swap is missing the track you sent. Please contact support or delete this swap.'
        }
        action={
          isInitiator ? (
            <ButtonLink to="/track-swap-action" search={{ id: String(getSwapId(swap)) }}>
              Send a Track
            </ButtonLink>
          ) : undefined
        }
      />
      <Unsent swap={swap} />
      {isInitiator && isFirstMissing && <EndSwap kind="withdraw" swap={swap} member={member} />}
    </Stack>
  )
}
