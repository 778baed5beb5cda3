import { useLive } from '#src/cache/useLive.ts'
import { comparisonQuery } from '#src/listening/queries.ts'
import { Text } from '#src/ui/Text.tsx'
import { tasteInALine } from './taste-line.ts'

/**
 * The reason for this match: artists that both play, and that only the other plays. Renders nothing
 * on hosts without comparisons.
 */
export function TasteLine({ member, other }: { member: string; other: string }) {
  const { value } = useLive(comparisonQuery(member, other))
  const line = value && tasteInALine(value, other)
  return line ? <Text tone="quiet">{line}</Text> : null
}
