import { useLocation } from '@tanstack/react-router'
import { activeTab } from '#src/layout/active-tab.ts'
import { PlayerSlot } from '#src/listening/player/PlayerSlot.tsx'
import { useRefusalToasts } from '#src/outbox/useRefusalToasts.ts'
import { Toaster } from '#src/ui/Toaster.tsx'

/**
 * What the first press of a member may need: toasts, those of refused actions, and the player. It is
 * mounted before the first action can be sent.
 */
export function StartParts() {
  useRefusalToasts()
  return (
    <>
      <Toaster />
      <PlayerSlot hasTabs={activeTab(useLocation().pathname) !== null} />
    </>
  )
}
