import { useLive } from '#src/cache/useLive.ts'
import { comparisonQuery } from '#src/listening/queries.ts'
import { loadingMarker } from '#src/ui/markers.ts'
import { Text } from '#src/ui/Text.tsx'
import { tasteInALine } from './taste-line.ts'

/** Renders nothing on hosts without comparisons, but waits for the response. */
export function TasteLine({ member, other }: { member: string; other: string }) {
  const { value, error } = useLive(comparisonQuery(member, other))
  if (value === undefined && error === null) return <div {...loadingMarker} />
  const line = value && tasteInALine(value, other)
  return line ? <Text tone="quiet">{line}</Text> : null
}
