import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Button } from '#src/ui/Button.tsx'
import { footBar } from '#src/ui/FootBar.css.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { EndSwap } from './EndSwap.tsx'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { RatingButtons } from './RatingButtons.tsx'
import { RatingTextField, SendBar } from './SwapTextField.tsx'
import { SwapTrackPicker } from './SwapTrackPicker.tsx'
import { toSwapView } from './status.ts'
import { TrackCard } from './TrackCard.tsx'
import { Unsent } from './Unsent.tsx'
import { useSwapRating, useSwapTrack } from './useSwapAnswer.ts'

export function AnswerSwap({ swap, member }: SwapOfMember) {
  const { isInitiator, other } = toSwapView(swap, member)
  if (!other.track) return null // an action is required only once there is a track
  return (
    <Stack gap="xl">
      <Title>{isInitiator ? 'Your Match Has Responded' : "You've Received a Track Swap Invite"}</Title>
      <Unsent swap={swap} />
      <TrackCard track={other.track} side={isInitiator ? 'b' : 'a'} from={other.user} />
      {isInitiator ? <LastRating swap={swap} member={member} /> : <RatingAndTrack swap={swap} member={member} />}
    </Stack>
  )
}

function LastRating({ swap, member }: SwapOfMember) {
  const { other } = toSwapView(swap, member)
  const navigate = useNavigate()
  const { rating, onRate, draft, ...answer } = useSwapRating({ swap, member })
  // Our server enforces the order: the match rates first. On other hosts the spec's status alone
  // decides.
  const isTooEarly = useHostAdds() && other.reaction === null
  const send = async () => {
    if (await answer.send())
      await navigate({ to: '/track-swap-results', search: { id: String(getSwapId(swap)) }, replace: true })
  }
  return (
    <>
      <RatingButtons track={other.track} receiver={other.user} {...{ rating, onRate }} />
      <RatingTextField draft={draft} />
      {isTooEarly && (
        <Text tone="quiet">{other.user} rates your track first. You can rate theirs as soon as that is done.</Text>
      )}
      <div className={footBar}>
        <Button block disabled={rating === 0 || isTooEarly} onClick={() => void send()}>
          View Swap Results
        </Button>
      </div>
    </>
  )
}

/** The matched member responds with both; a half that was sent already is not shown again. */
function RatingAndTrack({ swap, member }: SwapOfMember) {
  const { own, other } = toSwapView(swap, member)
  const { rating, onRate, ...ratingAnswer } = useSwapRating({ swap, member })
  const { song, onChoose, ...trackAnswer } = useSwapTrack({ swap, member })
  const [isSending, setSending] = useState(false)
  const needsTrack = own.track === undefined
  const needsRating = own.reaction === null

  const send = async () => {
    setSending(true)
    const hasTrack = !needsTrack || (await trackAnswer.send())
    if (hasTrack && needsRating) await ratingAnswer.send()
    setSending(false)
    if (hasTrack) window.scrollTo({ top: 0 })
  }
  return (
    <>
      {needsRating && (
        <Stack gap="m">
          <RatingButtons track={other.track} receiver={other.user} {...{ rating, onRate }} />
          <RatingTextField draft={ratingAnswer.draft} />
        </Stack>
      )}
      {/* Above the tracks: below a hundred of them no user would find it. */}
      {needsTrack && needsRating && <EndSwap kind="decline" swap={swap} member={member} />}
      {needsTrack && <SwapTrackPicker {...{ member, onChoose }} label="Select a track to send them" chosen={song} />}
      <div className={footBar}>
        {needsTrack && rating > 0 && !song && <Note>Now select a track to send them.</Note>}
        <SendBar hasTrack={needsTrack && song !== undefined} draft={trackAnswer.draft}>
          <Button
            block
            busy={isSending}
            disabled={(needsRating && rating === 0) || (needsTrack && !song)}
            onClick={() => void send()}
          >
            Send Rating & Track
          </Button>
        </SendBar>
      </div>
    </>
  )
}
