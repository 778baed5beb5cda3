import { useLayoutEffect, useState } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { CardDialog } from '../cards/CardDialog.tsx'
import { periodText } from '../recap-text.ts'
import * as css from './Story.css.ts'
import { toStoryCards } from './story-cards.ts'

interface StoryProps {
  recap: Recap
  period: RecapPeriod
  member: string
  onClose: () => void
}

/** A recap as cards to tap through, by their halves, arrow keys or hidden buttons. */
export function Story({ recap, period, member, onClose }: StoryProps) {
  const cards = toStoryCards(recap, period, member, location.host)
  const [at, setAt] = useState(0)
  const [isShared, setShared] = useState(false)
  const card = cards[at]
  const go = (to: number) => {
    if (to >= cards.length) onClose()
    else setAt(Math.max(0, to))
  }
  useArrowKeys((by) => go(at + by), !isShared)
  if (card === undefined) return null
  const isLast = at === cards.length - 1
  const [first] = card.sleeves
  return (
    <>
      <Dialog onClose={onClose} title={periodText(period)} variant="story">
        <div className={css.story}>
          <div
            className={css.progress}
            role="progressbar"
            aria-label="Cards"
            aria-valuemin={1}
            aria-valuemax={cards.length}
            aria-valuenow={at + 1}
            aria-valuetext={`Card ${at + 1} of ${cards.length}`}
          >
            {cards.map(({ id }, place) => (
              <span key={id} className={place <= at ? css.done : css.open} />
            ))}
          </div>
          <div
            key={card.id}
            className={classNames(css.card, first ? tintClass(first.artist, first.title) : css.plain)}
            aria-live="polite"
          >
            <h3 className={css.heading} dir="auto">
              {card.heading}
            </h3>
            <div className={css.art} aria-hidden="true">
              {card.bars.length > 0 ? (
                <Bars shares={card.bars} />
              ) : (
                <div className={card.sleeves.length > 1 ? css.many : css.one}>
                  {card.sleeves.map((sleeve) => (
                    <Sleeve key={sleeve.artist + sleeve.title} {...sleeve} size="fill" />
                  ))}
                </div>
              )}
            </div>
            <div dir="auto">
              <Text size="l">{card.note}</Text>
            </div>
            <button
              type="button"
              className={css.before}
              aria-label="Previous card"
              disabled={at === 0}
              onClick={() => go(at - 1)}
            />
            <button
              type="button"
              className={css.after}
              aria-label={isLast ? 'Show all figures' : 'Next card'}
              onClick={() => go(at + 1)}
            />
            <div className={css.foot}>
              <Button size="s" variant="secondary" aria-haspopup="dialog" onClick={() => setShared(true)}>
                <Icon name="share" size="s" />
                Share this card
              </Button>
              {isLast && <RowButton onClick={onClose}>All figures</RowButton>}
            </div>
          </div>
        </div>
      </Dialog>
      {isShared && (
        <CardDialog content={card.image} name={`${period.id}-${card.id}`} onClose={() => setShared(false)} />
      )}
    </>
  )
}

/**
 * Moves by the arrow keys wherever the focus is: it starts on the title of the dialog. They work from
 * the first paint on, so that no press is lost.
 */
function useArrowKeys(move: (by: 1 | -1) => void, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') move(1)
      if (key === 'ArrowLeft') move(-1)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [move, isOn])
}

const Bars = ({ shares }: { shares: readonly number[] }) => (
  <div className={css.bars}>
    {shares.map((share, place) => (
      // A bar has no other identity than its place.
      <span key={place} className={css.bar} style={{ blockSize: `${Math.max(2, share * 100)}%` }} />
    ))}
  </div>
)
