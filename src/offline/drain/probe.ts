import type { Connectivity } from './connectivity.ts'

const FIRST_MS = 1000
const LONGEST_MS = 10_000

interface ProbeDeps {
  connectivity: Connectivity
  /** A small read of each of two endpoints. Its outcome reaches `connectivity` as that of any request; never rejects. */
  reads: readonly [Read, Read]
  /** False while nobody looks at the page, or while the browser reports no network. */
  mayTry: () => boolean
  /** Calls back once after `ms`; returns how to cancel it. */
  later: (ms: number, callback: () => void) => () => void
}

interface Read {
  readonly path: string
  readonly send: () => Promise<unknown>
}

/**
 * Finds out whether the server can be reached where no other request does: at once when an endpoint does not respond, by
 * another one, and while the connection is lost 1, 2, 4, 8 and 16 s after that, then every 10 s. The two reads take turns, so that no
 * single endpoint decides. At most one is open. Returns how to try at once, beginning anew, and how to stop.
 */
export function startProbe({ connectivity, reads, mayTry, later }: ProbeDeps) {
  let turn = 0
  /** Waited since the connection was lost or `tryNow`. */
  let waitedMs = 0
  let isOpen = false
  let cancel = () => {}

  const send = async (read: Read) => {
    if (isOpen || !mayTry()) return
    isOpen = true
    await read.send()
    isOpen = false
  }
  const schedule = () => {
    cancel()
    const waitMs = Math.min(LONGEST_MS, Math.max(FIRST_MS, waitedMs))
    cancel = later(waitMs, () => void probe())
    waitedMs += waitMs
  }
  const probe = async () => {
    await send(reads[turn++ % 2 === 0 ? 0 : 1])
    if (!connectivity.connection().isReachable) schedule()
  }
  const follow = () => {
    waitedMs = 0
    if (connectivity.connection().isReachable) cancel()
    else schedule()
  }
  const stops = [
    connectivity.onDoubt((path) => void send(reads[0].path === path ? reads[1] : reads[0])),
    connectivity.subscribe(({ isReachable }, before) => isReachable !== before.isReachable && follow()),
  ]
  follow()
  return {
    tryNow: () => {
      if (connectivity.connection().isReachable) return
      waitedMs = 0
      void probe()
    },
    stop: () => {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
