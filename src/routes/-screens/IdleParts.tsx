import { useLocation } from '@tanstack/react-router'
import { activeTab } from '#src/layout/active-tab.ts'
import { usePlayRequest } from '#src/listening/player/play-request.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Tooltips } from '#src/ui/Tooltips.tsx'
import { useTabPresses } from './useTabPresses.ts'
import { useViewTransitions } from './useViewTransitions.ts'

const playerBar = async () => (await import('#src/listening/player/PlayerBar.tsx')).PlayerBar

/**
 * What the page has once it is idle, whatever its screen: presses on tabs, transitions, tooltips,
 * the player.
 */
export function IdleParts() {
  useTabPresses()
  useViewTransitions()
  const queue = usePlayRequest()
  const hasTabs = activeTab(useLocation().pathname) !== null
  return (
    <>
      {queue !== null && <LazyComponent load={playerBar} props={{ queue, hasTabs }} />}
      <Tooltips />
    </>
  )
}
