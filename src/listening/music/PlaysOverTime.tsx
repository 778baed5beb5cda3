import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { dayAndMonth } from '#src/ui/dates.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { playsText } from '../plays-text.ts'
import { type MonthPlays, monthSeries } from './month-series.ts'
import * as css from './PlaysOverTime.css.ts'
import { playsByMonthQuery } from './queries.ts'

/** The picture's height in its own units; a month is one unit wide. */
const HEIGHT = 24
const GROUND = 0.5
const GAP = 0.1

interface PlaysOverTimeProps {
  member: string
  kind: ChartKind
  id: number
  /** Whether there are plays, if that is known: room for their bars is reserved. */
  isPlayed?: boolean
}

/** The user's own plays per month for an artist, a track or an album, as bars and as a table. */
export function PlaysOverTime({ member, kind, id, isPlayed = true }: PlaysOverTimeProps) {
  const live = useLive(playsByMonthQuery(member, kind, id))
  return (
    <Section title="Your plays over time">
      <QueryState
        live={live}
        loading={<div className={isPlayed ? css.reserved : undefined}>Loading...</div>}
        failed="Failed to load listening"
      >
        {(answer) => {
          const text = toEmptyText(answer)
          if (answer === null || text !== undefined) return <Text tone="quiet">{text}</Text>
          return <Months months={monthSeries(answer.months, answer.until)} />
        }}
      </QueryState>
    </Section>
  )
}

function toEmptyText(answer: { months: readonly MonthPlays[]; needs_listens: 0 | 1 } | null): string | undefined {
  if (answer === null) return 'This server does not count plays per month.'
  if (answer.needs_listens === 1) return 'Your charts come from a music service, which does not report months.'
  return answer.months.length === 0 ? 'You have not played it yet.' : undefined
}

function Months({ months }: { months: readonly MonthPlays[] }) {
  const [first, last] = [months.at(0), months.at(-1)]
  const most = Math.max(...months.map(({ plays }) => plays))
  const played = months.filter(({ plays }) => plays > 0)
  if (!first || !last) return null
  return (
    <Card>
      <Stack gap="s">
        <svg
          className={css.bars}
          viewBox={`0 0 ${months.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Plays per month from ${toMonthText(first.month)} to ${toMonthText(last.month)}, at most ${inThousands(most)}`}
        >
          <rect className={css.ground} y={HEIGHT - GROUND} width={months.length} height={GROUND} />
          {months.map(({ month, plays }, place) => {
            // A single play among hundreds remains visible.
            const height = plays === 0 ? 0 : Math.max(2 * GROUND, (plays / most) * HEIGHT)
            return <rect key={month} x={place + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
          })}
        </svg>
        <Row justify="between">
          <Note as="span">{toMonthText(first.month)}</Note>
          <Note as="span">{toMonthText(last.month)}</Note>
        </Row>
        <details>
          <summary className={css.summary}>Show as a table</summary>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col" className={css.cell}>
                  Month
                </th>
                <th scope="col" className={css.cell}>
                  Plays
                </th>
              </tr>
            </thead>
            <tbody>
              {played.toReversed().map(({ month, plays }) => (
                <tr key={month}>
                  <td className={css.cell}>{toMonthText(month)}</td>
                  <td className={css.cell}>{playsText(plays)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </Stack>
    </Card>
  )
}

/** Returns 'Nov 2026' for `2026-11`. */
const toMonthText = (month: string) => `${dayAndMonth(new Date(`${month}-15T12:00`)).slice(3)} ${month.slice(0, 4)}`
