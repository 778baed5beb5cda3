import { type WakeUps, wakeOnConnection } from '#src/offline/drain/wake-on-connection.ts'

/** Starts the drain on the page's events: load, online, visible, pageshow. */
export function wakeOnPageEvents(wakeUps: WakeUps) {
  const { drainer, signal } = wakeUps
  const options = { signal }
  const wake = () => void drainer.wake()
  window.addEventListener('online', () => void drainer.wakeOnReturn(), options)
  window.addEventListener('pageshow', wake, options)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options)

  wakeOnConnection(wakeUps)
  // The back-off was computed before the app was opened; the user should not wait for it.
  void drainer.wake({ ignoreBackoff: true })
}
