import { useEffect, useState } from 'react'
import { media } from './tokens.css.ts'

const DURATION_MS = 900

/**
 * Returns a number that counts from `from` to `to` in 0.9 s, easing out; under reduced motion it
 * returns `to` at once.
 */
export function useCountUp(to: number, from = 0): number {
  const [share, setShare] = useState(() => (isQuiet() ? 1 : 0))
  useEffect(() => {
    if (isQuiet()) return
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const part = Math.min(1, (now - startedAt) / DURATION_MS)
      setShare(1 - (1 - part) ** 3)
      if (part < 1) frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return Math.round(from + (to - from) * share)
}

const isQuiet = () => matchMedia(media.reducedMotion).matches
