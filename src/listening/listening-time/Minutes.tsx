import { Note } from '#src/ui/Text.tsx'
import { minutesText } from './minutes-text.ts'

interface MinutesProps {
  /** Undefined: not known yet; the line is reserved. */
  minutes?: number
  unmeasured?: number
}

/** The minutes listened, with the count of plays with unknown length; blank if no length is known. */
export const Minutes = ({ minutes, unmeasured = 0 }: MinutesProps) => (
  <Note>
    {minutes === undefined || (minutes === 0 && unmeasured > 0) ? '\u00a0' : minutesText({ minutes, unmeasured })}
  </Note>
)
