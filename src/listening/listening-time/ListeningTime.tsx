import type { ChartDays } from '#contract/listening/member-chart.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Minutes } from './Minutes.tsx'
import { listeningTimeQuery } from './queries.ts'

/** Its line is reserved while it loads. Renders nothing where nothing is known. */
export function ListeningTime({ user, days }: { user: string; days: ChartDays }) {
  const { value, error } = useLive(listeningTimeQuery(user, days))
  if (value === null || value?.minutes === null || (value === undefined && error !== null)) return null
  return <Minutes {...(value && { minutes: value.minutes, unmeasured: value.unmeasured })} />
}
