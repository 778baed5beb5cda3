export interface MonthPlays {
  /** `2026-11`. */
  readonly month: string
  readonly plays: number
}

/** The number of months that are shown: a single bar would be as wide as the card. */
const MONTHS = { min: 12, max: 240 }

/** Returns every month with or after plays up to `until`, 12 to 240, oldest first. */
export function monthSeries(months: readonly MonthPlays[], until: string): MonthPlays[] {
  const [first] = months
  if (first === undefined) return []
  const playsOf = new Map(months.map(({ month, plays }) => [month, plays]))
  const [from, to] = [toNumber(first.month), toNumber(until)]
  if (Number.isNaN(from) || Number.isNaN(to)) return [...months]
  const length = Math.min(MONTHS.max, Math.max(MONTHS.min, to - from + 1))
  return Array.from({ length }, (_, place) => {
    const month = toMonth(to - length + 1 + place)
    return { month, plays: playsOf.get(month) ?? 0 }
  })
}

const toNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const toMonth = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
