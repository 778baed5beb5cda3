import { useEffect, useRef } from 'react'

interface Debounced<T> {
  /** Runs the callback after `afterMs`, unless it is called or cancelled before. */
  run: (value: T, afterMs?: number) => void
  cancel: () => void
}

/** Debounces `callback`, by `ms` by default. It does not run after the component is unmounted. */
export function useDebounced<T>(callback: (value: T) => void, ms: number): Debounced<T> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const cancel = () => clearTimeout(timer.current)
  return {
    cancel,
    run(value, afterMs = ms) {
      cancel()
      timer.current = setTimeout(() => callback(value), afterMs)
    },
  }
}
