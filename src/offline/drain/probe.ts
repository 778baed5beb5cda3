import type { Connectivity } from './connectivity.ts'

const FIRST_MS = 1000
const LONGEST_MS = 10_000

interface ProbeDeps {
  connectivity: Connectivity
  /** A small request to each of two endpoints; never rejects. */
  reads: readonly [Read, Read]
  /** False while the page is hidden, or while the browser reports no network. */
  mayTry: () => boolean
  /** Calls back once after `ms`; returns a function that cancels it. */
  later: (ms: number, callback: () => void) => () => void
}

interface Read {
  readonly path: string
  readonly send: () => Promise<unknown>
}

/**
 * Finds out whether the server can be reached when no other request does: at once through another
 * endpoint if one does not respond, and while the connection is lost after 1, 2, 4, 8 and 16 s,
 * then every 10 s. The two reads alternate, so that no single endpoint decides. At most one is
 * open. Returns functions to try at once, which resets the intervals, and to stop.
 */
export function startProbe({ connectivity, reads, mayTry, later }: ProbeDeps) {
  let turn = 0
  /** The time waited since the connection was lost or `tryNow`. */
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
