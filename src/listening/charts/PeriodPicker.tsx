import type { Period } from '#contract/wire.ts'
import { ChipLink, Chips } from '#src/ui/Chips.tsx'
import { chartPeriods, periodLabels } from '../member-charts/chart-search.ts'

const leaderboardPeriods = ['overall', ...chartPeriods.filter((period) => period !== 'overall')] as const

/** The leaderboard's periods as links: each has its own URL, the spec's has none in it. */
export function PeriodPicker({ artistId, chosen }: { artistId: string; chosen: Period }) {
  return (
    <nav aria-label="Period">
      <Chips>
        {leaderboardPeriods.map((period) => (
          <ChipLink
            key={period}
            isChosen={period === chosen}
            to="/artist/$id"
            params={{ id: artistId }}
            search={period === 'overall' ? {} : { period }}
            replace
            resetScroll={false}
          >
            {periodLabels[period]}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  )
}
