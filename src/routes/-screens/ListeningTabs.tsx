import { Link } from '@tanstack/react-router'
import { type RecapKind, toPeriod } from '#contract/recaps/periods.ts'
import { findToday } from '#src/recaps/calendar.ts'
import { Chip, Chips } from '#src/ui/Chips.tsx'

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
  const current = (isShown: boolean) => (isShown ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <nav aria-label="Your listening">
      <Chips>
        {recaps.map(([kind, word]) => (
          <Chip
            key={kind}
            isChosen={kind === shown}
            render={(look) => (
              <Link to="/listening" search={find(kind)} replace {...current(kind === shown)} {...look}>
                {word}
              </Link>
            )}
          />
        ))}
        {others.map(([to, word]) => (
          <Chip
            key={to}
            isChosen={to === shown}
            render={(look) => (
              <Link to={to} replace {...current(to === shown)} {...look}>
                {word}
              </Link>
            )}
          />
        ))}
      </Chips>
    </nav>
  )
}
