import { toDay } from '#server/listening/days.ts'

/** ListenBrainz's statistics ranges. Calendar ranges in UTC days; weeks begin on Monday. */
const STATS_RANGES = [
  'this_week',
  'this_month',
  'this_year',
  'week',
  'month',
  'quarter',
  'half_yearly',
  'year',
  'all_time',
] as const

type StatsRangeName = (typeof STATS_RANGES)[number]

/** The days in a range. Those without `this_` are the last complete ones. */
export interface StatsRange {
  readonly name: StatsRangeName
  /** The first day, inclusive, in UTC. Null: all time. */
  readonly from: Date | null
  /** Exclusive: the end of the range, or of today. */
  readonly until: Date
}

export const isStatsRange = (name: string): name is StatsRangeName => STATS_RANGES.some((range) => range === name)

export function toStatsRange(name: StatsRangeName, now: Date): StatsRange {
  const tomorrow = dayAt(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  if (name === 'all_time') return { name, from: null, until: tomorrow }
  const begin = getBegin(name, now)
  if (name.startsWith('this_')) return { name, from: begin, until: tomorrow }
  return { name, from: getBegin(name, new Date(begin.getTime() - 1)), until: begin }
}

/** Returns the first day of the range before; null for all time. */
export const getPreviousBegin = ({ name, from }: StatsRange): Date | null =>
  name === 'all_time' || from === null ? null : getBegin(name, new Date(from.getTime() - 1))

function getBegin(name: Exclude<StatsRangeName, 'all_time'>, at: Date): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  switch (name) {
    case 'this_week':
    case 'week':
      return dayAt(year, month, at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
    case 'this_month':
    case 'month':
      return dayAt(year, month)
    case 'quarter':
      return dayAt(year, month - (month % 3))
    case 'half_yearly':
      return dayAt(year, month - (month % 6))
    default:
      return dayAt(year, 0)
  }
}

const dayAt = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day))

type ActivityStep = 'day' | 'month' | 'year'

export function getActivityStep({ name }: StatsRange): ActivityStep {
  if (name === 'all_time') return 'year'
  return name === 'year' || name === 'this_year' || name === 'half_yearly' ? 'month' : 'day'
}

/** Returns each step's first day, from `from` to before `until`. */
export function listSteps(from: Date, until: Date, step: ActivityStep): readonly Date[] {
  const steps: Date[] = []
  for (let at = startOfStep(from, step); at < until; at = nextStep(at, step)) steps.push(at)
  return steps
}

const startOfStep = (at: Date, step: ActivityStep): Date =>
  dayAt(at.getUTCFullYear(), step === 'year' ? 0 : at.getUTCMonth(), step === 'day' ? at.getUTCDate() : 1)

/** Returns the first day after a step. */
export function nextStep(at: Date, step: ActivityStep): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (step === 'year') return dayAt(year + 1, 0)
  return step === 'month' ? dayAt(year, month + 1) : dayAt(year, month, day + 1)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns ListenBrainz's name for a step: `Monday 12 July 2021` in a week, `2021` for all time. */
export function describeStep(at: Date, step: ActivityStep, { name }: StatsRange): string {
  const [day, month, year] = [toDay(at).slice(8), MONTHS[at.getUTCMonth()] ?? '', at.getUTCFullYear()]
  if (step === 'year') return String(year)
  if (step === 'month') return `${month} ${year}`
  const weekday = name === 'week' || name === 'this_week' ? `${WEEKDAYS[(at.getUTCDay() + 6) % 7]} ` : ''
  return `${weekday}${day} ${month} ${year}`
}
