import { type ReactElement } from 'react'
import { type RecapPeriod, stepPeriod } from '#contract/recaps/periods.ts'
import { IconButton, type IconButtonRenderProps } from '#src/ui/IconButton.tsx'
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
  /** Returns the link to a period. */
  toLink: (period: RecapPeriod, look: IconButtonRenderProps) => ReactElement
}

/** The period, and links to the one before and after it. */
export function PeriodNav({ period, firstDay, toLink }: PeriodNavProps) {
  const [before, after] = [stepPeriod(period, -1), stepPeriod(period, 1)]
  const hasBefore = firstDay === undefined || (firstDay !== null && before.last >= firstDay)
  const hasAfter = after.first <= findToday()
  return (
    <nav aria-label="Period" className={css.nav}>
      <Row gap="s" wrap justify="between">
        {hasBefore ? (
          <IconButton icon="back" label={`Before: ${periodText(before)}`} render={(look) => toLink(before, look)} />
        ) : (
          <IconButton icon="back" label="There is nothing before" disabled />
        )}
        <div className={css.period}>
          <Text strong>{periodText(period)}</Text>
        </div>
        {hasAfter ? (
          <IconButton icon={forwardIcon} label={`After: ${periodText(after)}`} render={(look) => toLink(after, look)} />
        ) : (
          <IconButton icon={forwardIcon} label="There is nothing after" disabled />
        )}
      </Row>
    </nav>
  )
}
