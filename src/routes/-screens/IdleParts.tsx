import { Tooltips } from '#src/ui/Tooltips.tsx'
import { useTabPresses } from './useTabPresses.ts'
import { useViewTransitions } from './useViewTransitions.ts'

/** What the page has once it is idle, whatever its screen: presses on tabs, transitions, tooltips. */
export function IdleParts() {
  useTabPresses()
  useViewTransitions()
  return <Tooltips />
}
