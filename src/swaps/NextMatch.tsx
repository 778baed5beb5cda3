import { useMinute } from '#src/ui/minute-clock.ts'
import { Text } from '#src/ui/Text.tsx'
import { countdown, DEFAULT_COUNTDOWN } from './countdown.ts'

/** Counts down to the next random match. Hosts that do not tell get the spec's text. */
export function NextMatch({ at, isTold }: { at: string | undefined; isTold: boolean }) {
  const now = useMinute() * 60_000
  const left = at === undefined ? (isTold ? undefined : DEFAULT_COUNTDOWN) : countdown(Date.parse(at), now)
  return (
    <Text tone="quiet">
      {left === undefined ? (
        'New match available now'
      ) : (
        <>
          New match available in <strong>{left}</strong>
        </>
      )}
    </Text>
  )
}
