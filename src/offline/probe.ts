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
 * another one, and while the connection is lost after 1, 2, 4, 8 s, then every 10 s. The two reads take turns, so that no
 * single endpoint decides. At most one is open. Returns how to try at once, beginning anew, and how to stop.
 */
export function startProbe({ connectivity, reads, mayTry, later }: ProbeDeps) {
  let turn = 0
  let waitMs = FIRST_MS
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
    cancel = later(waitMs, () => void probe())
    waitMs = Math.min(LONGEST_MS, waitMs * 2)
  }
  const probe = async () => {
    await send(reads[turn++ % 2 === 0 ? 0 : 1])
    if (!connectivity.connection().isReachable) schedule()
  }
  const follow = () => {
    waitMs = FIRST_MS
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
      waitMs = FIRST_MS
      void probe()
    },
    stop: () => {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
