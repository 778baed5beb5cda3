import { useId, useState } from 'react'
// oxlint-disable-next-line no-restricted-imports -- the mark opens the rating
import { markAsHeard, useIsHeard } from '#src/listening/listen-links/heard-tracks.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Button } from '#src/ui/Button.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import * as css from './RatingButtons.css.ts'
import type { SwapTrack } from './status.ts'

const ratings = [1, 2, 3, 4, 5] as const

const focus = (field: HTMLInputElement | null) => field?.focus()

interface RatingButtonsProps {
  /** The other's track; a host may leave it out. */
  track: SwapTrack | null | undefined
  receiver: string
  /** 0: none is chosen. */
  rating: number
  onRate: (rating: number) => void
}

/** Offered on our hosts once the track was opened or played, or is known. */
export function RatingButtons({ track, receiver, rating, onRate }: RatingButtonsProps) {
  const name = useId()
  const hostAdds = useHostAdds()
  const isHeard = useIsHeard(track)
  const [isKnown, setKnown] = useState(false)
  const isOffered = isHeard || !hostAdds || track == null
  const claim = () => {
    setKnown(true)
    if (track != null) markAsHeard(track)
  }
  return (
    <fieldset aria-labelledby={`${name}-title`} aria-describedby={`${name}-note`}>
      <Heading level={2} look="section" id={`${name}-title`}>
        Rate their track
      </Heading>
      <div aria-live="polite">
        <Text id={`${name}-note`} tone="quiet">
          {isOffered ? describeRating(receiver, rating) : 'Listen to it, then rate it.'}
        </Text>
      </div>
      <div className={isOffered ? css.buttons : css.unheard}>
        {!isOffered && (
          <Button variant="quiet" block onClick={claim}>
            I know it
          </Button>
        )}
        {(isOffered ? ratings : []).map((value) => (
          <label key={value} className={css.button}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={value === rating}
              onChange={() => onRate(value)}
              // The button that had the focus is replaced by these.
              ref={isKnown && value === 1 ? focus : undefined}
            />
            {value}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const describeRating = (receiver: string, rating: number) =>
  rating === 0 ? `From 1 to 5: ${receiver} earns it as swag.` : `${receiver} earns ${rating} swag from your rating.`
