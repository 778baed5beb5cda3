import { ListenPill } from '#src/listening/listen-links/Listen.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Figure, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import * as css from './ResultSide.css.ts'
import type { SwapTrack } from './status.ts'
import { useIsFirstShown } from './useIsFirstShown.ts'

export interface Side {
  /** The member of the track. */
  by: string
  track: SwapTrack
  /** The other member, who rated the track. */
  rater: string
  /** The rating: the swag that the track earned. */
  earned: number
  /** What was written with the rating. */
  ratingText?: string | undefined
}

/** The swag that a track earned, the track, and what both members wrote about it. */
export function ResultSide({ side, of: { by, track, rater, earned, ratingText } }: { side: 'a' | 'b'; of: Side }) {
  const { id, name, artist, text } = track
  const swag = useCountUp(earned, 0, useIsFirstShown(`result ${side} ${by} ${name} ${earned}`))
  return (
    <Card side={side} pad="s">
      <div className={css.words}>
        <Figure size="l" tone="swag">
          +{swag} swag
        </Figure>
        <h2 className={css.name} dir="auto">
          {id === undefined ? (
            name
          ) : (
            <MusicLink kind="tracks" id={id}>
              {name}
            </MusicLink>
          )}
        </h2>
        <Text tone="quiet">
          <bdi>{artist}</bdi>
        </Text>
        <Quote by={by} text={text} />
        <Quote by={rater} text={ratingText} />
        <span className={css.foot}>
          <ListenPill track={track} side={side} />
        </span>
      </div>
    </Card>
  )
}

const Quote = ({ by, text }: { by: string; text: string | undefined }) =>
  text === undefined ? null : (
    <Text>
      <bdi>{by}</bdi>: <q dir="auto">{text}</q>
    </Text>
  )
