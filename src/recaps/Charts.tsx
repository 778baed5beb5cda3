import type { Recap } from '#contract/recaps/recap.ts'
import { countText } from '#src/ui/numbers.ts'
import { BarChart } from './charts/BarChart.tsx'
import { CalendarHeatmap } from './charts/CalendarHeatmap.tsx'
import { dayText, findBusiest, hourText, monthText, shortDayText, toDays, toMonths } from './recap-text.ts'

export function WeekBars({ recap }: { recap: Recap }) {
  const days = toDays(recap)
  const busiest = findBusiest(days)
  const bars = days.map(({ day, plays }) => ({ name: dayText(day), plays, label: dayText(day).slice(0, 3) }))
  const summary = busiest
    ? `Most on ${dayText(busiest.day)}: ${countText(busiest.plays, 'play')}.`
    : 'No plays in this week.'
  return <BarChart title="Day by day" summary={summary} column="Day" bars={bars} />
}

export function MonthBars({ recap }: { recap: Recap }) {
  const months = toMonths(toDays(recap))
  const busiest = findBusiest(months)
  const bars = months.map(({ day, plays }) => ({ name: monthText(day), plays, label: monthText(day).slice(0, 1) }))
  const summary = busiest
    ? `Most in ${monthText(busiest.day)}: ${countText(busiest.plays, 'play')}.`
    : 'No plays in this year.'
  return <BarChart title="Month by month" summary={summary} column="Month" bars={bars} />
}

export function ListeningClock({ recap }: { recap: Recap }) {
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    name: hourText(hour),
    plays: recap.hours.find((each) => each.hour === hour)?.plays ?? 0,
    label: hour % 6 === 0 ? `${hour}` : '',
  }))
  const busiest = findBusiest(bars)
  const night = bars.slice(0, 6).reduce((sum, { plays }) => sum + plays, 0)
  const share = recap.plays === 0 ? 0 : Math.round((100 * night) / recap.plays)
  const summary = busiest
    ? `Most from ${busiest.name}: ${countText(busiest.plays, 'play')}. ${share}% between midnight and 6:00.`
    : 'No plays yet.'
  return <BarChart title="Listening clock" summary={summary} column="Hour" bars={bars} />
}

export function Calendar({ recap, span }: { recap: Recap; span: 'month' | 'year' }) {
  const days = toDays(recap)
  const busiest = findBusiest(days)
  const summary = busiest
    ? `${countText(recap.listening_days, 'day')} with plays, most on ${dayText(busiest.day)}: ${countText(busiest.plays, 'play')}. Longest streak: ${countText(recap.longest_streak, 'day')}.`
    : `No plays from ${shortDayText(recap.from)} to ${shortDayText(recap.until)}.`
  return <CalendarHeatmap days={days} summary={summary} span={span} />
}
