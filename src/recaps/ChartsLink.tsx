import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { ButtonLink } from '#src/ui/Button.tsx'

export const ChartsLink = ({ period }: { period: RecapPeriod }) => (
  <ButtonLink variant="quiet" to="/charts" search={{ from: period.first, until: period.last }}>
    Charts of these days
  </ButtonLink>
)
