import { countText } from '#src/ui/numbers.ts'

interface Time {
  readonly minutes: number
  readonly unmeasured: number
}

/** Returns '1,234 minutes' or '1,234 minutes, without 12 plays of unknown length'. */
export function minutesText({ minutes, unmeasured }: Time): string {
  const text = countText(minutes, 'minute')
  if (unmeasured === 0) return text
  return `${text}, without ${countText(unmeasured, 'play')} of unknown length`
}
