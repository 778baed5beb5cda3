import { useMinute } from '#src/ui/minute-clock.ts'
import { Text } from '#src/ui/Text.tsx'
import { formatCountdown } from './countdown.ts'

/** Counts down to the next random match; without a time it is available now. */
export function NextMatch({ at }: { at: string | undefined }) {
  const now = useMinute() * 60_000
  const remaining = at === undefined ? undefined : formatCountdown(Date.parse(at), now)
  return (
    <Text tone="quiet">
      {remaining === undefined ? (
        'New match available now'
      ) : (
        <>
          New match available in <strong>{remaining}</strong>
        </>
      )}
    </Text>
  )
}

/** For hosts without the time of the next match: a placeholder would look real. */
export const NextMatchUnknown = ({ why }: { why: string | undefined }) => (
  <Text tone="quiet">
    New match available in <strong>—</strong>
    {why !== undefined && `. ${why}`}
  </Text>
)
