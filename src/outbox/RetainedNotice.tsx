import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Retained } from '#src/offline/outbox/retained.ts'
import { Text } from '#src/ui/Text.tsx'
import { countActions } from './disconnected-text.ts'
import { retainedQuery } from './retained-query.ts'

/** States on a signed-out device which members have unsent actions on it; empty without any. */
export function RetainedNotice() {
  const { data = [] } = useQuery(retainedQuery)
  if (data.length === 0) return null
  return (
    <Text tone="quiet">
      Not sent yet: <Link to="/settings/device">{describeRetained(data)}</Link>
    </Text>
  )
}

/** Formats the unsent action counts, such as `1 action of juno, 2 actions of ada`. */
const describeRetained = (retained: readonly Retained[]): string =>
  retained.map(({ name, count }) => `${countActions(count)} of ${name}`).join(', ')
