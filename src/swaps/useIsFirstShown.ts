import { useEffect, useState } from 'react'
import { FILLED } from '#contract/first-data.ts'

const shown = new Set<string>()

/**
 * Returns whether a result is shown for the first time since the page was loaded, so that it may be
 * animated. What the server has put into the page has been seen when the app takes it over; the server
 * animates nothing.
 */
export function useIsFirstShown(name: string): boolean {
  const [isFirst] = useState(
    () => typeof document !== 'undefined' && !shown.has(name) && document.getElementById(FILLED) === null,
  )
  useEffect(() => void shown.add(name), [name])
  return isFirst
}
