import { countText } from '#src/ui/numbers.ts'
import * as css from './ChartCard.css.ts'
import { ChartCard } from './ChartCard.tsx'
import { useMarks } from './useMarks.ts'

/** The picture's height in its own units; a bar with its gap is one unit wide. */
const HEIGHT = 24
const GROUND = 0.4
const GAP = 0.22

interface Bar {
  readonly name: string
  readonly plays: number
  /** Empty for bars without a label. */
  readonly label: string
}

interface BarChartProps {
  title: string
  summary: string
  /** What a bar is: 'Day', 'Hour', 'Month'. */
  column: string
  bars: readonly Bar[]
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

export function BarChart({ title, summary, column, bars }: BarChartProps) {
  const { chosen, list, toMark } = useMarks(bars.length, STEPS)
  const most = Math.max(1, ...bars.map(({ plays }) => plays))
  const read = chosen === undefined ? undefined : bars[chosen]
  return (
    <ChartCard
      {...{ title, summary, column, rows: bars }}
      read={read && `${read.name}: ${countText(read.plays, 'play')}`}
    >
      <svg
        className={css.bars}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-label={`${title}. ${summary}`}
        {...list}
      >
        <rect className={css.ground} y={HEIGHT - GROUND} width={bars.length} height={GROUND} />
        {bars.map(({ name, plays }, place) => {
          // A single play among hundreds remains visible.
          const height = plays === 0 ? 0 : Math.max(3 * GROUND, (plays / most) * HEIGHT)
          return (
            <g key={name} {...toMark(place, `${name}: ${countText(plays, 'play')}`)}>
              <rect className={css.hit} x={place} width={1} height={HEIGHT} />
              <rect
                className={css.bar[place === chosen ? 'chosen' : 'plain']}
                x={place + GAP / 2}
                y={HEIGHT - height}
                width={1 - GAP}
                height={height}
              />
            </g>
          )
        })}
      </svg>
      <div className={css.labels} aria-hidden="true">
        {bars.map(({ name, label }) => (
          <span key={name} className={css.label}>
            {label}
          </span>
        ))}
      </div>
    </ChartCard>
  )
}
