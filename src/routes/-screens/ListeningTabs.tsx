import { type RecapKind, toPeriod } from '#contract/recaps/periods.ts'
import { findToday } from '#src/recaps/calendar.ts'
import { ChipLink, Chips } from '#src/ui/Chips.tsx'

const recaps = [
  ['week', 'Week'],
  ['month', 'Month'],
  ['year', 'Year'],
] as const
const others = [
  ['/charts', 'Charts'],
  ['/listens', 'Listens'],
] as const

interface ListeningTabsProps {
  shown: RecapKind | (typeof others)[number][0]
  /** A day in the other recaps; without one they are the latest. */
  day?: string
}

/** The parts of the user's listening: recaps by length, charts and listens. */
export function ListeningTabs({ shown, day }: ListeningTabsProps) {
  const today = findToday()
  const isPast = day !== undefined && day < today
  const find = (kind: RecapKind) =>
    kind === 'week' && !isPast ? {} : { period: toPeriod(kind, isPast ? day : today).id }
  return (
    <nav aria-label="Your listening">
      <Chips>
        {recaps.map(([kind, word]) => (
          <ChipLink key={kind} isChosen={kind === shown} to="/listening" search={find(kind)} replace>
            {word}
          </ChipLink>
        ))}
        {others.map(([to, word]) => (
          <ChipLink key={to} isChosen={to === shown} to={to} replace>
            {word}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  )
}
