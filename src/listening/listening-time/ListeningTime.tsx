import { useLive } from '#src/cache/useLive.ts'
import { Text } from '#src/ui/Text.tsx'
import { minutesText } from './minutes-text.ts'
import { type ChartDays, listeningTimeQuery } from './queries.ts'

/**
 * The minutes that a member has listened. Its line is reserved while it loads. Renders nothing on
 * hosts without it, and where nothing is known.
 */
export function ListeningTime({ user, days }: { user: string; days: ChartDays }) {
  const { value, error } = useLive(listeningTimeQuery(user, days))
  if (value === null || value?.minutes === null || (value === undefined && error !== null)) return null
  return (
    <Text size="s" tone="quiet">
      {value === undefined ? '\u00a0' : minutesText({ minutes: value.minutes, unmeasured: value.unmeasured })}
    </Text>
  )
}
