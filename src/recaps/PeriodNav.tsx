import { type RecapPeriod, stepPeriod } from '#contract/recaps/periods.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import type { IconName } from '#src/ui/Icon.tsx'
import { IconButton, IconLink } from '#src/ui/IconButton.tsx'
import { forwardIcon } from '#src/ui/later-icons.ts'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { findToday } from './calendar.ts'
import * as css from './Recap.css.ts'
import { periodText } from './recap-text.ts'

interface PeriodNavProps {
  period: RecapPeriod
  /** The first listen's day, if known: there are no periods before it. */
  firstDay: string | null | undefined
}

export function PeriodNav({ period, firstDay }: PeriodNavProps) {
  const [before, after] = [stepPeriod(period, -1), stepPeriod(period, 1)]
  const hasBefore = firstDay === undefined || (firstDay !== null && before.last >= firstDay)
  const hasAfter = after.first <= findToday()
  return (
    <nav aria-label="Period" className={css.nav}>
      <Row gap="s" wrap justify="between">
        {hasBefore ? (
          <StepLink icon="back" label={`Before: ${periodText(before)}`} to={before} />
        ) : (
          <IconButton icon="back" label="There is nothing before" disabled />
        )}
        <div className={css.period}>
          <Text strong>{periodText(period)}</Text>
        </div>
        {hasAfter ? (
          <StepLink icon={forwardIcon} label={`After: ${periodText(after)}`} to={after} />
        ) : (
          <IconButton icon={forwardIcon} label="There is nothing after" disabled />
        )}
      </Row>
    </nav>
  )
}

const StepLink = ({ icon, label, to: { id } }: { icon: IconName; label: string; to: RecapPeriod }) => (
  <IconLink icon={icon} label={label} to="/listening" search={{ period: id }} replace resetScroll={false} />
)

export const ChartsLink = ({ period }: { period: RecapPeriod }) => (
  <ButtonLink block variant="quiet" to="/charts" search={{ from: period.first, until: period.last }}>
    Charts of these days
  </ButtonLink>
)
