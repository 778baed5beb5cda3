import type { Period } from '#contract/wire.ts'
import { ChipLink, Chips } from '#src/ui/Chips.tsx'

const labels: Record<Period, string> = {
  overall: 'All time',
  '7day': '7 days',
  '1month': '1 month',
  '3month': '3 months',
  '6month': '6 months',
  '12month': '12 months',
}
const periods = Object.keys(labels) as Period[] // the record has exactly these keys

/** The leaderboard's periods as links: each has its own URL, the spec's has none in it. */
export function PeriodPicker({ artistId, chosen }: { artistId: string; chosen: Period }) {
  return (
    <nav aria-label="Period">
      <Chips>
        {periods.map((period) => (
          <ChipLink
            key={period}
            isChosen={period === chosen}
            to="/artist/$id"
            params={{ id: artistId }}
            search={period === 'overall' ? {} : { period }}
            replace
            resetScroll={false}
          >
            {labels[period]}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  )
}
