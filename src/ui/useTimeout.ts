import { useEffect, useEffectEvent, useRef } from 'react'

/** The remaining time is retained while paused. */
export function useTimeout(onTimeout: () => void, timeoutMs: number, isRunning: boolean) {
  const elapsedMs = useRef(0)
  const end = useEffectEvent(onTimeout)
  useEffect(() => {
    if (!isRunning) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end(), timeoutMs - elapsedMs.current)
    return () => {
      clearTimeout(timer)
      elapsedMs.current += performance.now() - startedAt
    }
  }, [isRunning, timeoutMs])
}
