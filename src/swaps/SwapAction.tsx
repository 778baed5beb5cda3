import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { footBar } from '#src/ui/FootBar.css.ts'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Title } from '#src/ui/Title.tsx'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { RatingButtons } from './RatingButtons.tsx'
import { RatingTextField, SendBar } from './SwapTextField.tsx'
import { SwapTrackPicker } from './SwapTrackPicker.tsx'
import { swapStatus, toSwapView } from './status.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'
import { useSwapRating, useSwapTrack } from './useSwapAnswer.ts'

/** One step in a swap: the missing track, else the rating; else the swap status. */
export function SwapAction({ swap, member }: SwapOfMember) {
  const { isInitiator, own, other } = toSwapView(swap, member)
  const status = swapStatus(swap, member)
  const isOver = status !== 'pending' && status !== 'action_required'
  const mayRate = other.track && own.reaction === null && (isInitiator ? other.reaction !== null : true)
  if (!isOver && !own.track && (isInitiator || other.track)) return <SendTrack swap={swap} member={member} />
  if (!isOver && own.track && mayRate) return <RateTrack swap={swap} member={member} />
  const isCompleted = status === 'completed'
  return (
    <Stack gap="l">
      <EmptyState
        icon={isCompleted ? checkIcon : 'clock'}
        text={isCompleted ? 'This swap is complete.' : 'There is nothing for you to do here now.'}
        action={
          <ButtonLink to="/track-swap-detail" search={{ id: String(getSwapId(swap)) }}>
            Show the swap
          </ButtonLink>
        }
      />
      <Unsent swap={swap} />
    </Stack>
  )
}

function SendTrack({ swap, member }: SwapOfMember) {
  const { isInitiator, other } = toSwapView(swap, member)
  const { song, onChoose, draft, send } = useSwapTrack({ swap, member })
  const sendAndShow = async () => {
    await send()
    window.scrollTo({ top: 0 })
  }
  return (
    <Stack gap="l">
      <Title>Send a Track</Title>
      <Unsent swap={swap} />
      {other.track && <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />}
      <SwapTrackPicker {...{ member, onChoose }} label={`A track for ${other.user}`} chosen={song} />
      <div className={footBar}>
        <SendBar hasTrack={song !== undefined} draft={draft}>
          <Button block disabled={!song} onClick={() => void sendAndShow()}>
            Send Track
          </Button>
        </SendBar>
      </div>
    </Stack>
  )
}

function RateTrack({ swap, member }: SwapOfMember) {
  const { isInitiator, other } = toSwapView(swap, member)
  const { rating, onRate, draft, send } = useSwapRating({ swap, member })
  return (
    <Stack gap="l">
      <Title>Rate Track</Title>
      <Unsent swap={swap} />
      {other.track && <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />}
      <RatingButtons track={other.track} receiver={other.user} {...{ rating, onRate }} />
      <RatingTextField draft={draft} />
      <div className={footBar}>
        <Button block disabled={rating === 0} onClick={() => void send()}>
          Rate Track
        </Button>
      </div>
    </Stack>
  )
}
