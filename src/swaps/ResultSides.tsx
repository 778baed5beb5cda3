import { ListenPill } from '#src/listening/listen-links/Listen.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Record } from '#src/ui/Record.tsx'
import { and } from '#src/ui/SwapPicture.css.ts'
import { Figure, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import * as css from './ResultSides.css.ts'
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

/** Both sides of a completed swap, the initiator's first: two records, and what each earned. */
export function ResultSides({ a, b }: { a: Side; b: Side }) {
  const flips = useIsFirstShown(`records ${a.by} ${a.track.name} ${b.by} ${b.track.name}`)
  return (
    <>
      <div className={css.pair}>
        <Record artist={a.track.artist} title={a.track.name} side="a" flips={flips} />
        <span className={and} aria-hidden="true">
          &amp;
        </span>
        <Record artist={b.track.artist} title={b.track.name} side="b" flips={flips} />
        <span className={css.nameA}>SIDE A · {a.by}</span>
        <span className={css.nameB}>SIDE B · {b.by}</span>
      </div>
      <div className={css.cards}>
        <ResultSide side="a" of={a} />
        <ResultSide side="b" of={b} />
      </div>
    </>
  )
}

/** The swag that a track earned, the track, and what both members wrote about it. */
function ResultSide({ side, of: { by, track, rater, earned, ratingText } }: { side: 'a' | 'b'; of: Side }) {
  const { id, name, artist, text } = track
  const swag = useCountUp(earned, 0, useIsFirstShown(`result ${side} ${by} ${name} ${earned}`))
  return (
    <Card side={side} pad="s">
      <div className={css.words}>
        <Figure size="l" tone="swag">
          +{swag} swag
        </Figure>
        <h2 className={css.track} dir="auto">
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
