import { dayAndMonth } from '#src/ui/dates.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { busiestDay, type DayPlays, sumOfPlays, weekSums } from './daily-series.ts'
import * as css from './ListeningGlance.css.ts'

/** The picture's height in its own units; a day is one unit wide. */
const HEIGHT = 24
const GROUND = 0.5
const GAP = 0.2

/** `day`: '2026-11-14'. */
const toDayText = (day: string) => dayAndMonth(new Date(`${day}T12:00`))

/** Plays per day as a chart, with the sums in text beside it. */
export function PlaysPerDay({ days }: { days: readonly DayPlays[] }) {
  const sum = sumOfPlays(days)
  const busiest = busiestDay(days)
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return null
  return (
    <Stack gap="m">
      <Row gap="s" align="baseline" wrap>
        <Figure>{inThousands(sum)}</Figure>
        <Note as="span">
          {sum === 1 ? 'play' : 'plays'} in the last month
          {busiest && `, most on ${toDayText(busiest.day)}: ${inThousands(busiest.plays)}`}
        </Note>
      </Row>
      <Bars days={days} most={busiest?.plays ?? 1} label={`Plays per week, oldest first: ${weeks(days)}.`} />
      <Row justify="between">
        <Note as="span">{toDayText(first.day)}</Note>
        <Note as="span">{toDayText(last.day)}</Note>
      </Row>
    </Stack>
  )
}

const weeks = (days: readonly DayPlays[]) => weekSums(days).map(inThousands).join(', ')

function Bars({ days, most, label }: { days: readonly DayPlays[]; most: number; label: string }) {
  return (
    <svg
      className={css.days}
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect className={css.ground} y={HEIGHT - GROUND} width={days.length} height={GROUND} />
      {days.map(({ day, plays }, place) => {
        // A single play among hundreds remains visible.
        const height = plays === 0 ? 0 : Math.max(2 * GROUND, (plays / most) * HEIGHT)
        return <rect key={day} x={place + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
      })}
    </svg>
  )
}
