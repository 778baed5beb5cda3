import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { dayAndMonth, toNoon } from '#src/ui/dates.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { PlayBars } from '#src/ui/PlayBars.tsx'
import { PlaysTable } from '#src/ui/PlaysTable.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { type MonthPlays, monthSeries } from './month-series.ts'
import * as css from './PlaysOverTime.css.ts'
import { playsByMonthQuery } from './queries.ts'

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
        loading={
          isPlayed ? (
            <div className={css.reserved}>
              <Skeleton shape="fill" count={1} />
            </div>
          ) : (
            'Loading...'
          )
        }
        failed="Failed to load listening"
        lacking={<Text tone="quiet">This server does not count plays per month.</Text>}
      >
        {(response) => {
          const text = toEmptyText(response)
          if (text !== undefined) return <Text tone="quiet">{text}</Text>
          return <Months months={monthSeries(response.months, response.until)} />
        }}
      </QueryState>
    </Section>
  )
}

function toEmptyText(response: { months: readonly MonthPlays[]; needs_listens: 0 | 1 }): string | undefined {
  if (response.needs_listens === 1) return 'Your charts come from a music service, which does not report months.'
  return response.months.length === 0 ? 'You have not played it yet.' : undefined
}

function Months({ months }: { months: readonly MonthPlays[] }) {
  const bars = months.map(({ month, plays }) => ({ name: toMonthText(month), plays }))
  const [first, last] = [bars.at(0), bars.at(-1)]
  if (!first || !last) return null
  const most = Math.max(...bars.map(({ plays }) => plays))
  const label = `Plays per month from ${first.name} to ${last.name}, at most ${inThousands(most)}`
  return (
    <Card>
      <Stack gap="s">
        <PlayBars label={label} bars={bars} />
        <PlaysTable
          title="Your plays over time"
          column="Month"
          rows={bars.filter(({ plays }) => plays > 0).toReversed()}
        />
      </Stack>
    </Card>
  )
}

/** Returns 'Nov 2026' for `2026-11`. */
const toMonthText = (month: string) => `${dayAndMonth(toNoon(`${month}-15`)).slice(3)} ${month.slice(0, 4)}`
