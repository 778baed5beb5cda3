import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `ms`; undefined while it changes. */
export function useSettled<T>(value: T, ms: number): T | undefined {
  const [settled, setSettled] = useState<{ value: T }>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled !== undefined && settled.value === value ? value : undefined
}
