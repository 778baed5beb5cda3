import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { animateNavigations } from '#src/layout/view-transitions.ts'

/** Animates navigations while mounted. Not with the router: its code is part of the first screen. */
export function useViewTransitions(): void {
  const router = useRouter()
  useEffect(() => {
    const ending = new AbortController()
    animateNavigations(router, ending.signal)
    return () => ending.abort()
  }, [router])
}
