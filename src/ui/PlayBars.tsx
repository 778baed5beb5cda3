import * as css from './PlayBars.css.ts'
import { Row } from './Stack.tsx'
import { Note } from './Text.tsx'

/** The picture's height in its own units; a bar with its gap is one unit wide. */
const HEIGHT = 24
const GROUND = 0.5
const GAP = 0.15

interface PlayBarsProps {
  label: string
  /** From the first to the last time. */
  bars: readonly { readonly name: string; readonly plays: number }[]
}

/** Plays as bars from zero, with the names of the first and the last one below them. */
export function PlayBars({ label, bars }: PlayBarsProps) {
  const most = Math.max(1, ...bars.map(({ plays }) => plays))
  return (
    <>
      <svg
        className={css.bars}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <rect className={css.ground} y={HEIGHT - GROUND} width={bars.length} height={GROUND} />
        {bars.map(({ name, plays }, place) => {
          // A single play among hundreds remains visible.
          const height = plays === 0 ? 0 : Math.max(2 * GROUND, (plays / most) * HEIGHT)
          return <rect key={name} x={place + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
        })}
      </svg>
      <Row justify="between">
        <Note as="span">{bars.at(0)?.name}</Note>
        <Note as="span">{bars.at(-1)?.name}</Note>
      </Row>
    </>
  )
}
