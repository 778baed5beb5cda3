import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import type { Drainer } from '#src/offline/drain/drainer.ts'
import { wakeOnConnection } from '#src/offline/drain/wake-on-connection.ts'

interface WakeUps {
  drainer: Drainer
  connectivity: Connectivity
  /** Called once after the drain when the connection was lost and has come back. */
  onBack: () => void
  signal: AbortSignal
}

/** Starts the drain on the page's events: load, online, visible, pageshow. */
export function wakeOnPageEvents({ drainer, connectivity, onBack, signal }: WakeUps) {
  const options = { signal }
  const wake = () => void drainer.wake()
  window.addEventListener('online', () => void drainer.wakeOnReturn(), options)
  window.addEventListener('pageshow', wake, options)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options)

  wakeOnConnection({ drainer, connectivity, onBack, signal })
  // The back-off was computed before the app was opened; the user should not wait for it.
  void drainer.wake({ ignoreBackoff: true })
}
