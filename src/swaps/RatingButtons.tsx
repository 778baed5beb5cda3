import { useId } from 'react'
import { Heading, Text } from '#src/ui/Text.tsx'
import * as css from './RatingButtons.css.ts'

const ratings = [1, 2, 3, 4, 5] as const

interface RatingButtonsProps {
  /** The member that receives the rating as swag. */
  receiver: string
  /** 0: none is chosen. */
  rating: number
  onRate: (rating: number) => void
}

/**
 * The rating of the other's track as a radio group: arrow keys choose, and the resulting swag is
 * shown below.
 */
export function RatingButtons({ receiver, rating, onRate }: RatingButtonsProps) {
  const name = useId()
  return (
    <fieldset className={css.group} aria-labelledby={`${name}-title`} aria-describedby={`${name}-note`}>
      <Heading level={2} look="section" id={`${name}-title`}>
        Rate their track
      </Heading>
      <div className={css.buttons}>
        {ratings.map((value) => (
          <label key={value} className={css.button}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={value === rating}
              onChange={() => onRate(value)}
            />
            {value}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        <Text id={`${name}-note`} tone="quiet">
          {rating === 0
            ? `From 1 to 5: ${receiver} earns it as swag.`
            : `${receiver} earns ${rating} swag from your rating.`}
        </Text>
      </div>
    </fieldset>
  )
}
