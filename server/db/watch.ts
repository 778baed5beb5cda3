import { setTimeout as wait } from 'node:timers/promises'

/** Whether the database responds. */
export interface DatabaseWatch {
  /** Whether it has not responded for some seconds: then requests fail at once. */
  readonly isAway: () => boolean
  /** Resolves to whether it responds within `timeoutMs`. */
  check(timeoutMs: number): Promise<boolean>
  stop(): Promise<void>
}

/** A connection of the watch alone, so that a busy pool is no outage. */
export interface Probe {
  /** Rejects if the database does not respond. */
  ping(): Promise<unknown>
  /** Closes the connection without waiting for the database. */
  close(): void
}

interface WatchOptions {
  /** Opens a connection; rejects if it cannot. */
  readonly openProbe: () => Promise<Probe>
  /** Called when the database has not responded for `awayAfterMs`. */
  readonly onAway: () => void
  readonly onBack: () => void
  readonly everyMs?: number
  readonly awayAfterMs?: number
}

const EVERY_MS = 1000
/** Longer than a busy machine delays a response: requests fail from then on. */
const AWAY_AFTER_MS = 5000

const succeeds = (call: () => Promise<unknown>): Promise<boolean> =>
  call().then(
    () => true,
    () => false,
  )

/** Pings the database every second. */
export function watchDatabase(options: WatchOptions): DatabaseWatch {
  const { openProbe, onAway, onBack, everyMs = EVERY_MS, awayAfterMs = AWAY_AFTER_MS } = options
  const stopping = new AbortController()
  let probe: Probe | undefined
  let isAway = false
  let pinging: Promise<boolean> | undefined

  async function pingOnce(): Promise<boolean> {
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, stopping.signal])
    const isInTime = await Promise.race([
      respond(ended.signal),
      wait(awayAfterMs, false, { signal }).catch(() => false),
    ])
    ended.abort()
    if (!isInTime) closeProbe()
    setAway(!isInTime)
    return isInTime
  }

  /**
   * A closed connection alone is no outage: a second one is tried. After `ended`, the next ping has
   * a connection of its own, so that a late one is closed.
   */
  async function respond(ended: AbortSignal): Promise<boolean> {
    const known = probe
    if (known !== undefined && (await succeeds(() => known.ping()))) return true
    if (ended.aborted) return false
    closeProbe()
    return succeeds(async () => {
      const opened = await openProbe()
      if (ended.aborted || stopping.signal.aborted) return opened.close()
      probe = opened
      return opened.ping()
    })
  }

  function closeProbe(): void {
    probe?.close()
    probe = undefined
  }

  function setAway(isNowAway: boolean): void {
    if (isNowAway === isAway || stopping.signal.aborted) return
    isAway = isNowAway
    if (isAway) onAway()
    else onBack()
  }

  /** Concurrent callers share one ping. */
  function ping(): Promise<boolean> {
    pinging ??= pingOnce().finally(() => {
      pinging = undefined
    })
    return pinging
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await ping()
      await wait(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()

  return {
    isAway: () => isAway,
    check: (timeoutMs) => Promise.race([ping(), wait(timeoutMs, false, { ref: false })]),
    async stop() {
      stopping.abort()
      closeProbe()
      await running
    },
  }
}
