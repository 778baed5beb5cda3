import { setTimeout as wait } from 'node:timers/promises'
import type { Probe } from './probe.ts'

export interface DatabaseWatch {
  /** Whether it has not responded for some seconds: then requests fail at once. */
  readonly isAway: () => boolean
  /** Resolves to whether it responds within `timeoutMs`. */
  check(timeoutMs: number): Promise<boolean>
  /**
   * Returns a sentence if this process's clock differs by more than two minutes from the
   * database's.
   */
  readonly findClockError: () => string | undefined
  stop(): Promise<void>
}

type PingProbe = Pick<Probe, 'ping' | 'close'>

interface WatchOptions {
  /** Opens a connection; rejects if it cannot. */
  readonly openProbe: () => Promise<PingProbe>
  /** Called when the database has not responded for `awayAfterMs`. */
  readonly onAway: () => void
  readonly onBack: () => void
  /** Called with a clock error, and with undefined once it agrees with the database's. */
  readonly onClock: (error: string | undefined) => void
  readonly everyMs?: number
  readonly awayAfterMs?: number
}

const EVERY_MS = 1000
/** Longer than a busy machine delays a response: requests fail from then on. */
const AWAY_AFTER_MS = 5000

/** A process's sessions, rate limits and links depend on its clock. */
const CLOCK_MAX_MS = 120_000

const succeeds = (call: () => Promise<unknown>): Promise<boolean> =>
  call().then(
    () => true,
    () => false,
  )

/** Pings the database every second. */
export function watchDatabase(options: WatchOptions): DatabaseWatch {
  const { openProbe, onAway, onBack, onClock, everyMs = EVERY_MS, awayAfterMs = AWAY_AFTER_MS } = options
  const stopping = new AbortController()
  let probe: PingProbe | undefined
  let isAway = false
  let pinging: Promise<boolean> | undefined
  let clockError: string | undefined

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
   * its own connection, so that a late one is closed.
   */
  async function respond(ended: AbortSignal): Promise<boolean> {
    const known = probe
    if (known !== undefined && (await succeeds(() => compareClocks(known)))) return true
    if (ended.aborted) return false
    closeProbe()
    return succeeds(async () => {
      const opened = await openProbe()
      if (ended.aborted || stopping.signal.aborted) return opened.close()
      probe = opened
      return compareClocks(opened)
    })
  }

  async function compareClocks(pinged: PingProbe): Promise<void> {
    const sentAt = Date.now()
    const at = await pinged.ping()
    const error = describeClock(sentAt, at, Date.now())
    if ((error === undefined) !== (clockError === undefined)) onClock(error)
    clockError = error
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
    findClockError: () => clockError,
    check: (timeoutMs) => Promise.race([ping(), wait(timeoutMs, false, { ref: false })]),
    async stop() {
      stopping.abort()
      closeProbe()
      await running
    },
  }
}

/** Compares the database's time with those at which it was requested and received. */
function describeClock(sentAt: number, at: number, receivedAt: number): string | undefined {
  const [aheadMs, behindMs] = [sentAt - at, at - receivedAt]
  const ms = Math.max(aheadMs, behindMs)
  if (ms <= CLOCK_MAX_MS) return undefined
  const direction = aheadMs > behindMs ? 'ahead of' : 'behind'
  return `The clock of this process is ${Math.round(ms / 1000)} s ${direction} the database's: at most ${CLOCK_MAX_MS / 1000} s are accepted.`
}
