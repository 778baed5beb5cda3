import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import type { Drainer } from '#src/offline/drain/drainer.ts'

interface WakeUps {
  drainer: Drainer
  connectivity: Connectivity
  /** Called once when requests succeed again after failing, after the drain. */
  onBack: () => void
  signal: AbortSignal
}

/** Joins the drain to what the browser tells a page: start, online, visible, shown again. */
export function wakeOnPageEvents({ drainer, connectivity, onBack, signal }: WakeUps) {
  const options = { signal }
  const wake = () => void drainer.wake()
  window.addEventListener('online', () => void drainer.wakeOnReturn(), options)
  window.addEventListener('pageshow', wake, options)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options)

  const stop = connectivity.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) void drainer.wakeOnReturn().then(onBack)
  })
  signal.addEventListener('abort', stop)
  // How long to wait was guessed before the app was opened; a person who opens it should not wait for that.
  void drainer.wake({ ignoreBackoff: true })
}
