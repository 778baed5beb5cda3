import { ListenLink } from '#src/listening/listen-links/Listen.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Record } from '#src/ui/Record.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import * as css from './ResultSide.css.ts'
import * as side from './SideCard.css.ts'
import type { SwapTrack } from './status.ts'
import { useIsFirstShown } from './useIsFirstShown.ts'

interface ResultSideProps {
  /** `A`: the initiator's. */
  letter: 'A' | 'B'
  by: string
  track: SwapTrack
  /** The other's rating for the track: the swag that it earned. */
  earned: number
  note: string
  ratingText?: string | undefined
}

/** One side of a completed swap: the record half out of its sleeve, and the swag that it earned. */
export function ResultSide({ letter, by, track, earned, note, ratingText }: ResultSideProps) {
  const { name, artist, text } = track
  const isFirst = useIsFirstShown(`result ${letter} ${by} ${name} ${earned}`)
  const swag = useCountUp(earned, 0, isFirst)
  const isA = letter === 'A'
  return (
    <Card side={isA ? 'a' : 'b'}>
      <div className={side.inside}>
        <Record artist={artist} title={name} flips={isFirst && (isA ? 'first' : 'second')} />
        <div className={side.words}>
          <span className={isA ? css.sideA : css.sideB}>
            SIDE {letter} · {by}
          </span>
          <h2 className={css.name} dir="auto">
            {name}
          </h2>
          <Text tone="quiet">
            <bdi>{artist}</bdi>
          </Text>
          {text !== undefined && <Text>“{text}”</Text>}
          <Figure tone="swag">+{swag} swag</Figure>
          <Note>{note}</Note>
          {ratingText !== undefined && <Text>“{ratingText}”</Text>}
        </div>
      </div>
      <div className={css.listen}>
        <ListenLink track={track} side={isA ? 'a' : 'b'} />
      </div>
    </Card>
  )
}
