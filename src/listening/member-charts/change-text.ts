import type { ChartRow } from '#contract/listening/member-chart.ts'
import { countText } from '#src/ui/numbers.ts'

/** A place change since the previous period: a mark, and its meaning in words. */
interface PlaceChange {
  readonly mark: string
  readonly text: string
}

export function toChange({ place, place_before, plays_before }: ChartRow): PlaceChange {
  if (plays_before === 0) return { mark: 'new', text: 'new in this period' }
  const before = `${countText(plays_before, 'play')} in the previous period`
  if (place_before === null) return { mark: '▲', text: `up from below place 1,000, ${before}` }
  const rise = place_before - place
  if (rise === 0) return { mark: '=', text: `same place, ${before}` }
  return {
    mark: `${rise > 0 ? '▲' : '▼'}${Math.abs(rise)}`,
    text: `${rise > 0 ? 'up' : 'down'} from place ${place_before}, ${before}`,
  }
}
