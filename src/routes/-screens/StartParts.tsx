import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { activeTab } from '#src/layout/active-tab.ts'
import { PlayerSlot } from '#src/listening/player/PlayerSlot.tsx'
import { useRefusalToasts } from '#src/outbox/useRefusalToasts.ts'
import { Toaster } from '#src/ui/Toaster.tsx'

/** What a first press may need: toasts and the player. Mounted before anything is sent. */
export function StartParts() {
  useRefusalToasts()
  return (
    <>
      <Toaster />
      <PlayerSlot hasTabs={activeTab(useScreenPathname()) !== null} />
    </>
  )
}
