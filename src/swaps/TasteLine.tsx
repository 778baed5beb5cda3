import { useLive } from '#src/cache/useLive.ts'
import { comparisonQuery } from '#src/listening/queries.ts'
import { Text } from '#src/ui/Text.tsx'
import { tasteInALine } from './taste-line.ts'

/** Why this match: what both play, and what only they play. Nothing on hosts that do not compare. */
export function TasteLine({ member, other }: { member: string; other: string }) {
  const { value } = useLive(comparisonQuery(member, other))
  const line = value && tasteInALine(value, other)
  return line ? <Text tone="quiet">{line}</Text> : null
}
