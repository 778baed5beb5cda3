import { Link } from '@tanstack/react-router'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { Button } from '#src/ui/Button.tsx'

/** Below a recap: the charts for its days. */
export const ChartsLink = ({ period }: { period: RecapPeriod }) => (
  <Button
    variant="quiet"
    render={(look) => <Link to="/charts" search={{ from: period.first, until: period.last }} {...look} />}
  >
    Charts of these days
  </Button>
)
