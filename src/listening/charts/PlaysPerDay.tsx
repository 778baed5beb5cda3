import { dayAndMonth, toNoon } from '#src/ui/dates.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { PlayBars } from '#src/ui/PlayBars.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { busiestDay, type DayPlays, sumOfPlays, weekSums } from './daily-series.ts'

const toDayText = (day: string) => dayAndMonth(toNoon(day))

export function PlaysPerDay({ days }: { days: readonly DayPlays[] }) {
  const sum = sumOfPlays(days)
  const busiest = busiestDay(days)
  if (days.length === 0) return null
  return (
    <Stack gap="m">
      <Row gap="s" align="baseline" wrap>
        <Figure>{inThousands(sum)}</Figure>
        <Note as="span">
          {sum === 1 ? 'play' : 'plays'} in the last month
          {busiest && `, most on ${toDayText(busiest.day)}: ${inThousands(busiest.plays)}`}
        </Note>
      </Row>
      <PlayBars
        label={`Plays per week, oldest first: ${weeks(days)}.`}
        bars={days.map(({ day, plays }) => ({ name: toDayText(day), plays }))}
      />
    </Stack>
  )
}

const weeks = (days: readonly DayPlays[]) => weekSums(days).map(inThousands).join(', ')
