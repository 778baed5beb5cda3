import { isSameName } from '#contract/accounts/names.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { MatchCard } from './MatchCard.tsx'
import { swapsOfOutbox } from './queries.ts'
import { isSwapStart } from './store-sent-swap-id.ts'
import { type ChosenTrack, type Match, useStored } from './stored.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'

/** Whether the swap is on the server, in flight, queued, or refused; undefined: none was sent. */
type Sending = 'sent' | 'sending' | 'saved' | 'refused' | undefined

const titles = {
  sent: 'Track Swap Sent',
  sending: 'Sending Track Swap',
  saved: 'Track Swap Saved',
  refused: 'Track Swap Not Sent',
}

/** The sent track and its recipient. The record turns once the server has the swap. */
export function SwapConfirmation() {
  const { match, track } = useStored()
  const sending = useSending(match, track)
  useScreenTitle(sending && titles[sending])
  if (!match || !track || sending === undefined)
    return <EmptyState icon="swap" text="No track or match user selected for swap." action={<ReturnHome />} />
  return <Sent match={match} track={track} sending={sending} />
}

function Sent({ match, track, sending }: { match: Match; track: ChosenTrack; sending: NonNullable<Sending> }) {
  const refused = swapsOfOutbox(useOutboxSnapshot()).find(
    (swap) => swap.refused && isSameName(swap.matched_user, match.username) && swap.initiated_track_id === track.id,
  )
  return (
    <Stack gap="xl">
      <div role="status">
        <Title>{getHeading(sending)}</Title>
      </div>
      {sending === 'refused' && refused && <Unsent swap={refused} />}
      <MatchCard match={match} />
      <TrackCard track={{ id: track.id, name: track.name, artist: track.artist, url: track.track_url }} side="a" />
      {sending === 'sent' && (
        <Text tone="quiet">
          {match.username} rates it and sends a track back. You get a notification when it is your turn.
        </Text>
      )}
      <Row gap="s" wrap>
        <ReturnHome />
        <ButtonLink block variant="quiet" to="/track-swap-history">
          View Track Swap History
        </ButtonLink>
      </Row>
    </Stack>
  )
}

const ReturnHome = () => (
  <ButtonLink block to="/">
    Return Home
  </ButtonLink>
)

function getHeading(sending: NonNullable<Sending>): string {
  switch (sending) {
    case 'sent':
      return 'Track Swap Sent!'
    case 'sending':
      return 'Sending your track swap...'
    case 'saved':
      return 'Track swap saved. It is sent when you are back online.'
    case 'refused':
      return 'Track swap not sent'
  }
}

/** By the outbox as long as it contains the action; later by the stored id. */
function useSending(match: Match | undefined, track: ChosenTrack | undefined): Sending {
  const { entries } = useOutboxSnapshot()
  const { isReachable } = useConnection()
  const { swapId } = useStored()
  if (!match || !track) return undefined
  if (swapId !== undefined) return 'sent'
  const entry = entries.findLast((candidate) => isSwapStart(candidate, match, track))
  switch (entry?.status) {
    case undefined:
      return undefined
    case 'acked':
      return 'sent'
    case 'parked':
      return 'refused'
    case 'waiting':
      return 'saved'
    default:
      return isReachable ? 'sending' : 'saved'
  }
}
