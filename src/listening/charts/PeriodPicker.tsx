import { Link } from '@tanstack/react-router'
import type { Period } from '#contract/wire.ts'
import { Button } from '#src/ui/Button.tsx'
import { Row } from '#src/ui/Stack.tsx'

const words: Record<Period, string> = {
  overall: 'All time',
  '7day': '7 days',
  '1month': '1 month',
  '3month': '3 months',
  '6month': '6 months',
  '12month': '12 months',
}
const periods = Object.keys(words) as Period[] // the record has exactly them

/** The leaderboard's periods as links: each has an address of its own, the spec's has none in it. */
export function PeriodPicker({ artistId, chosen }: { artistId: string; chosen: Period }) {
  return (
    <nav aria-label="Period">
      <Row gap="s" wrap>
        {periods.map((period) => (
          <Button
            key={period}
            size="s"
            variant={period === chosen ? 'answer' : 'quiet'}
            render={(look) => (
              <Link
                to="/artist/$id"
                params={{ id: artistId }}
                search={period === 'overall' ? {} : { period }}
                replace
                resetScroll={false}
                // By itself the router takes the link without a period for current beside any period.
                activeOptions={{ exact: true }}
                aria-current={period === chosen ? 'page' : undefined}
                {...look}
              />
            )}
          >
            {words[period]}
          </Button>
        ))}
      </Row>
    </nav>
  )
}
