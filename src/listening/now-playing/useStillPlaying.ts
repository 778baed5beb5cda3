import { useEffect, useState } from 'react'
import type { Playing } from '#contract/listening/now-playing.ts'

/** The longest timer in ms: a delay beyond 2^31 - 1 ms would fire at once. */
const LONGEST_MS = 3_600_000

/** Returns the tracks that have not ended by the device's clock. */
export function useStillPlaying(all: readonly Playing[]): readonly Playing[] {
  const [now, setNow] = useState(Date.now)
  const playing = all.filter((track) => Date.parse(track.ends_at) > now)
  const nextEnd = Math.min(...playing.map((track) => Date.parse(track.ends_at)))
  useEffect(() => {
    if (nextEnd === Number.POSITIVE_INFINITY) return
    const wait = Math.min(Math.max(0, nextEnd - Date.now()), LONGEST_MS)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [nextEnd])
  return playing
}
