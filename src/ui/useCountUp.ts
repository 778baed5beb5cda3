import { useEffect, useState } from 'react'
import { media } from './tokens.css.ts'

const DURATION_MS = 900

/** In 0.9 s; at once under reduced motion, and if `isFirst` is false. */
export function useCountUp(to: number, from: number, isFirst: boolean): number {
  const [isCounting] = useState(() => isFirst && !matchMedia(media.reducedMotion).matches)
  const [share, setShare] = useState(isCounting ? 0 : 1)
  useEffect(() => {
    if (!isCounting) return
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const part = Math.min(1, (now - startedAt) / DURATION_MS)
      setShare(1 - (1 - part) ** 3)
      if (part < 1) frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isCounting])
  return Math.round(from + (to - from) * share)
}
