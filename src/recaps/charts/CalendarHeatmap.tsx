import { classNames } from '#src/ui/class-names.ts'
import { countText } from '#src/ui/numbers.ts'
import { Row } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { dayText, monthText, type RecapDay } from '../recap-text.ts'
import * as css from './ChartCard.css.ts'
import { ChartCard } from './ChartCard.tsx'
import { type HeatDay, type HeatPlace, listMonthStarts, SHADES, toHeatDays, toHeatPlaces } from './heatmap.ts'
import { useMarks } from './useMarks.ts'

/** The picture's units: a day with its gap, and the space for month and day names. */
const CELL = 14
const GAP = 2
const TOP = { year: 16, month: 7 }
const START = 30
/** A row of months with its names, and the space below it. */
const LINE = TOP.year + 8 * CELL

/** Up and down a week, left and right to the same day in the next one. */
const YEAR_STEPS = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }
/** A month has its weeks as rows. */
const MONTH_STEPS = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 }

interface CalendarHeatmapProps {
  days: readonly RecapDay[]
  summary: string
  /** A year has a column per week, a month a row per week. */
  span: 'month' | 'year'
}

export function CalendarHeatmap({ days, summary, span }: CalendarHeatmapProps) {
  const heat = toHeatDays(days)
  const { chosen, list, toMark } = useMarks(heat.length, span === 'year' ? YEAR_STEPS : MONTH_STEPS)
  const read = chosen === undefined ? undefined : heat[chosen]
  const isWide = useIsWide()
  const { width, height, marks, labels } = span === 'year' ? toYear(heat, isWide) : toMonth(heat)
  const rows = days.flatMap(({ day, plays }) => (plays > 0 ? [{ name: dayText(day), plays }] : []))
  return (
    <ChartCard
      title="Calendar"
      summary={summary}
      read={read && `${dayText(read.day)}: ${countText(read.plays, 'play')}`}
      column="Day"
      rows={rows}
    >
      <svg className={css.heat[span]} viewBox={`0 0 ${width} ${height}`} aria-label={`Calendar. ${summary}`} {...list}>
        {labels.map(({ text, ...place }) => (
          <text key={`${place.x} ${place.y}`} className={css.heatLabel[span]} {...place} aria-hidden="true">
            {text}
          </text>
        ))}
        {heat.map((day, place) => (
          <rect
            key={day.day}
            className={classNames(css.shade[toShadeName(day)], place === chosen && css.chosenDay)}
            {...marks[place]}
            width={CELL - GAP}
            height={CELL - GAP}
            rx={2.5}
            {...toMark(place, `${dayText(day.day)}: ${countText(day.plays, 'play')}`)}
          />
        ))}
      </svg>
      <Row justify="end">
        <Legend />
      </Row>
    </ChartCard>
  )
}

const toShadeName = ({ shade }: HeatDay) => shade as keyof typeof css.shade

interface Point {
  readonly x: number
  readonly y: number
}

interface Layout {
  readonly width: number
  readonly height: number
  readonly marks: readonly Point[]
  readonly labels: readonly (Point & { text: string; textAnchor?: 'middle' | 'end' })[]
}

function toMonth(heat: readonly HeatDay[]): Layout {
  const weeks = (heat.at(-1)?.column ?? 0) + 1
  return {
    width: 7 * CELL,
    height: TOP.month + weeks * CELL,
    marks: heat.map(({ column, row }) => ({ x: row * CELL + GAP / 2, y: TOP.month + column * CELL })),
    labels: ['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((text, place) => ({
      text,
      x: place * CELL + CELL / 2,
      y: 4,
      textAnchor: 'middle',
    })),
  }
}

/** A year: a column per week, on a narrow window in rows of months. */
function toYear(heat: readonly HeatDay[], isWide: boolean): Layout {
  const places = toHeatPlaces(heat, isWide)
  const lines = (places.at(-1)?.line ?? 0) + 1
  const columns = Math.max(...places.map(({ column }) => column)) + 1
  const toX = (place: HeatPlace | undefined) => START + (place?.column ?? 0) * CELL
  const toY = (line = 0) => TOP.year + line * LINE
  const months = listMonthStarts(heat).map((start) => {
    const place = places[heat.indexOf(start)]
    return { text: monthText(start.day), x: toX(place), y: toY(place?.line) - 5 }
  })
  const weekdays = Array.from({ length: lines }, (_, line) =>
    ['Mon', 'Wed', 'Fri'].map((text, day) => ({ text, x: 0, y: toY(line) + (2 * day + 0.75) * CELL })),
  )
  return {
    width: START + columns * CELL,
    height: toY(lines - 1) + 7 * CELL,
    marks: heat.map(({ row }, day) => ({ x: toX(places[day]), y: toY(places[day]?.line) + row * CELL })),
    labels: [...weekdays.flat(), ...months],
  }
}

function Legend() {
  return (
    <Row gap="xs">
      <Note as="span">Fewer</Note>
      <svg className={css.legend} viewBox={`0 0 ${(SHADES + 1) * CELL} ${CELL}`} aria-hidden="true">
        {([0, 1, 2, 3, 4] as const).map((shade) => (
          <rect
            key={shade}
            className={css.shade[shade]}
            x={shade * CELL}
            width={CELL - GAP}
            height={CELL - GAP}
            rx={2.5}
          />
        ))}
      </svg>
      <Note as="span">More plays</Note>
    </Row>
  )
}
