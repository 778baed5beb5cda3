import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { animateNavigations } from '#src/layout/view-transitions.ts'
import { Tooltips } from '#src/ui/Tooltips.tsx'
import { useThemeChoice } from '#src/ui/theme-choice.ts'
import { useTabPresses } from './useTabPresses.ts'

/**
 * What the page has once it is idle, whatever its screen: presses on tabs, transitions, tooltips, the
 * theme that another tab chooses.
 */
export function IdleParts() {
  useTabPresses()
  useViewTransitions()
  useThemeChoice()
  return <Tooltips />
}

/** Animates navigations while mounted. Not with the router: its code is part of the first screen. */
function useViewTransitions(): void {
  const router = useRouter()
  useEffect(() => {
    const ending = new AbortController()
    animateNavigations(router, ending.signal)
    return () => ending.abort()
  }, [router])
}
