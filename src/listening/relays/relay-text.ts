import type { Relays } from '#contract/listening/relays.ts'
import { countText } from '#src/ui/numbers.ts'

type Relay = Relays['relays'][number]

export function relayState({ is_on, is_stopped, pending, failure }: Relay): string {
  if (!is_on) return 'Off. Nothing is sent.'
  const waiting = pending === 0 ? 'No listens are pending.' : `${countText(pending, 'listen')} pending.`
  if (is_stopped) return `Stopped. ${waiting}`
  if (failure !== null) return `Waiting to try again. ${waiting}`
  return pending === 0 ? 'Up to date.' : `Sending. ${waiting}`
}
