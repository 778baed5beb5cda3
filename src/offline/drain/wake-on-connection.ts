import { type Connectivity, isWorking } from './connectivity.ts'
import type { Drainer } from './drainer.ts'

export interface WakeUps {
  drainer: Drainer
  connectivity: Connectivity
  /** Called once after the drain when the connection was lost and has come back. */
  onBack: () => void
  signal: AbortSignal
}

/** Drains when requests succeed again after failures, as behind a captive portal. */
export function wakeOnConnection({ drainer, connectivity, onBack, signal }: WakeUps) {
  let wasLost = false
  const stop = connectivity.subscribe((connection, before) => {
    wasLost ||= !before.isReachable
    if (!isWorking(connection) || isWorking(before)) return
    const drained = drainer.wakeOnReturn()
    if (wasLost) void drained.then(onBack)
    wasLost = false
  })
  signal.addEventListener('abort', stop)
}
