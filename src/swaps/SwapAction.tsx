import { useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import type { Song } from '#src/listening/queries.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { footBar } from '#src/ui/FootBar.css.ts'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Title } from '#src/ui/Title.tsx'
import { rateSwap, sendSwapTrack } from './actions.ts'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { RatingButtons } from './RatingButtons.tsx'
import { RatingTextField, SendBar } from './SwapTextField.tsx'
import { SwapTrackPicker } from './SwapTrackPicker.tsx'
import { swapStatus, toSwapView } from './status.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'
import { useSwapText } from './useSwapText.ts'

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
  const { dispatch } = useDispatch()
  const [song, setSong] = useState<Song>()
  const draft = useSwapText(`track:${getSwapId(swap)}`)
  const send = async () => {
    if (!song) return
    const { id: trackId, name: track, artist, track_url: url } = song
    const action = { user: member, swapId: getSwapId(swap), trackId, track, artist, url, ...draft.args }
    if (await dispatch(sendSwapTrack, action)) await draft.clear()
    window.scrollTo({ top: 0 })
  }
  return (
    <Stack gap="l">
      <Title>Send a Track</Title>
      <Unsent swap={swap} />
      {other.track && <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />}
      <SwapTrackPicker member={member} label={`A track for ${other.user}`} chosen={song} onChoose={setSong} />
      <div className={footBar}>
        <SendBar hasTrack={song !== undefined} draft={draft}>
          <Button block disabled={!song} onClick={() => void send()}>
            Send Track
          </Button>
        </SendBar>
      </div>
    </Stack>
  )
}

function RateTrack({ swap, member }: SwapOfMember) {
  const { isInitiator, other } = toSwapView(swap, member)
  const { dispatch } = useDispatch()
  const [rating, setRating] = useState(0)
  const draft = useSwapText(`rating:${getSwapId(swap)}`)
  const send = async () => {
    const action = { user: member, swapId: getSwapId(swap), reaction: rating, ...draft.args }
    if (await dispatch(rateSwap, action)) await draft.clear()
  }
  return (
    <Stack gap="l">
      <Title>Rate Track</Title>
      <Unsent swap={swap} />
      {other.track && <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />}
      <RatingButtons track={other.track} receiver={other.user} rating={rating} onRate={setRating} />
      <RatingTextField draft={draft} />
      <div className={footBar}>
        <Button block disabled={rating === 0} onClick={() => void send()}>
          Rate Track
        </Button>
      </div>
    </Stack>
  )
}
