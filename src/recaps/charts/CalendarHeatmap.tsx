import { useLayoutEffect, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { countText, dayText, monthText, type RecapDay } from '../recap-text.ts'
import * as css from './ChartCard.css.ts'
import { ChartCard } from './ChartCard.tsx'
import { type HeatDay, listMonthStarts, SHADES, toHeatDays } from './heatmap.ts'
import { useMarks } from './useMarks.ts'

/** The picture's units: a day with its gap, and the space for month and day names. */
const CELL = 14
const GAP = 2
const TOP = { year: 16, month: 7 }
const START = 30

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

/** The days in a month or a year, shaded by their plays. */
export function CalendarHeatmap({ days, summary, span }: CalendarHeatmapProps) {
  const heat = toHeatDays(days)
  const { chosen, list, toMark } = useMarks(heat.length, span === 'year' ? YEAR_STEPS : MONTH_STEPS)
  const read = chosen === undefined ? undefined : heat[chosen]
  const weeks = (heat.at(-1)?.column ?? 0) + 1
  const [width, height] =
    span === 'year' ? [START + weeks * CELL, TOP.year + 7 * CELL] : [7 * CELL, TOP.month + weeks * CELL]
  const box = useScrollToEnd(days)
  const rows = days.flatMap(({ day, plays }) => (plays > 0 ? [{ name: dayText(day), plays }] : []))
  return (
    <ChartCard
      title="Calendar"
      summary={summary}
      read={read && `${dayText(read.day)}: ${countText(read.plays, 'play')}`}
      column="Day"
      rows={rows}
    >
      <div className={css.heatBox} ref={box}>
        <svg
          className={css.heat[span]}
          viewBox={`0 0 ${width} ${height}`}
          aria-label={`Calendar. ${summary}`}
          {...list}
        >
          <Labels span={span} heat={heat} />
          {heat.map((day, place) => (
            <rect
              key={day.day}
              className={classNames(css.shade[toShadeName(day)], place === chosen && css.chosenDay)}
              {...toPlace(day, span)}
              width={CELL - GAP}
              height={CELL - GAP}
              rx={2.5}
              {...toMark(place, `${dayText(day.day)}: ${countText(day.plays, 'play')}`)}
            />
          ))}
        </svg>
      </div>
      <Row justify="end">
        <Legend />
      </Row>
    </ChartCard>
  )
}

const toShadeName = ({ shade }: HeatDay) => shade as keyof typeof css.shade

const toPlace = ({ column, row }: HeatDay, span: 'month' | 'year') =>
  span === 'year'
    ? { x: START + column * CELL, y: TOP.year + row * CELL }
    : { x: row * CELL + GAP / 2, y: TOP.month + column * CELL }

function Labels({ span, heat }: { span: 'month' | 'year'; heat: readonly HeatDay[] }) {
  if (span === 'month')
    return ['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((day, place) => (
      // Weekdays never change their places.
      // oxlint-disable-next-line react/no-array-index-key
      <text
        key={place}
        className={css.heatLabel.month}
        x={place * CELL + CELL / 2}
        y={4}
        textAnchor="middle"
        aria-hidden="true"
      >
        {day}
      </text>
    ))
  return (
    <>
      {['Mon', 'Wed', 'Fri'].map((day, place) => (
        <text
          key={day}
          className={css.heatLabel.year}
          x={0}
          y={TOP.year + (2 * place + 0.75) * CELL}
          aria-hidden="true"
        >
          {day}
        </text>
      ))}
      {listMonthStarts(heat).map(({ day, column }) => (
        <text key={day} className={css.heatLabel.year} x={START + column * CELL} y={11} aria-hidden="true">
          {monthText(day)}
        </text>
      ))}
    </>
  )
}

function Legend() {
  return (
    <Row gap="xs">
      <Text as="span" size="s" tone="quiet">
        Fewer
      </Text>
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
      <Text as="span" size="s" tone="quiet">
        More plays
      </Text>
    </Row>
  )
}

/** Shows the end of a calendar that is wider than the screen: the latest days with plays. */
function useScrollToEnd(days: readonly RecapDay[]) {
  const box = useRef<HTMLDivElement>(null)
  const lastPlayed = days.findLastIndex(({ plays }) => plays > 0)
  useLayoutEffect(() => {
    const node = box.current
    if (node && days.length > 31) node.scrollLeft = (node.scrollWidth * lastPlayed) / days.length - node.clientWidth / 2
  }, [days.length, lastPlayed])
  return box
}
