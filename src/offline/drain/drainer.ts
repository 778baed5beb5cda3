import { drainLock } from '#contract/storage-names.ts'
import { StoreClosed } from '../device/idb.ts'
import { withLock } from '../device/lock.ts'
import { backoffMs } from './backoff.ts'
import { drain } from './drain.ts'
import type { DrainDeps, DrainOptions } from './pass.ts'
import { createSpacing } from './spacing.ts'

export interface DrainerDeps extends DrainDeps {
  memberKey: string
  /** Calls back after `ms`; returns its cancellation. The worker's never fires. */
  later: (ms: number, callback: () => void) => () => void
  /** Called with store failures, which are retried, and with errors in an action's own code. */
  onError: (error: unknown) => void
  /** False without a network: no attempts, so that entries can be undone and coalesced. */
  mayTry?: () => boolean
  /** `withLock`, except where many devices are simulated in one process. */
  lock?: typeof withLock
}

export type Drainer = ReturnType<typeof createDrainer>

/** The limit for setTimeout, which has 32 bits. */
const LONGEST_TIMER_MS = 2_000_000_000
/** The shortest time between passes that the timer starts, so that the page stays responsive. */
const SOONEST_MS = 50

/** Creates the drainer: one pass at a time in all contexts (Web Lock), one more after a wake-up. */
export function createDrainer(deps: DrainerDeps) {
  const lock = deps.lock ?? withLock
  let running: Promise<void> | undefined
  let again: DrainOptions | undefined
  let cancel = () => {}
  let troubles = 0
  let cancelReturn = () => {}
  const spacing = createSpacing()

  const wakeIn = (ms: number) => {
    cancel()
    if (!deps.signal.aborted)
      cancel = deps.later(Math.min(Math.max(ms, SOONEST_MS), LONGEST_TIMER_MS), () => void wake())
  }

  const pass = async (options: DrainOptions) => {
    const { nextAt } = await lock(drainLock(deps.memberKey), deps.signal, () => drain(deps, options))
    troubles = 0
    cancel()
    if (nextAt !== undefined) wakeIn(nextAt - deps.now())
  }

  const loop = async (options: DrainOptions) => {
    for (let next: DrainOptions | undefined = options; next && !deps.signal.aborted; next = again) {
      again = undefined
      await pass(next)
    }
  }

  /** A store failure may be transient: pending entries are retried. */
  const recover = (error: unknown) => {
    if (deps.signal.aborted || error instanceof StoreClosed) return
    deps.onError(error)
    troubles++
    wakeIn(backoffMs(troubles, deps.chance()))
  }

  /** Starts a pass, or one more after the current one. Resolves at the end; never rejects. */
  const wake = (options: DrainOptions = {}): Promise<void> => {
    if (deps.mayTry?.() === false) return Promise.resolve()
    if (running) {
      again = mergeOptions(again, options)
      return running.then(() => running)
    }
    running = loop(options)
      .catch(recover)
      .finally(() => {
        running = undefined
        if (again && !deps.signal.aborted) void wake(again)
      })
    return running
  }

  /** Retries at a return of connection or server, delayed if unstable. Resolves after the pass. */
  const wakeOnReturn = (): Promise<void> => {
    if (deps.mayTry?.() === false) return Promise.resolve()
    cancelReturn()
    const waitMs = spacing(deps.now())
    if (waitMs === 0) return wake({ ignoreBackoff: true, mayProbe: true })
    if (!deps.signal.aborted) cancelReturn = deps.later(waitMs, () => void wakeOnReturn())
    return wake()
  }

  return { wake, wakeOnReturn }
}

const mergeOptions = (a: DrainOptions = {}, b: DrainOptions): DrainOptions => ({
  ignoreBackoff: a.ignoreBackoff === true || b.ignoreBackoff === true,
  mayProbe: a.mayProbe === true || b.mayProbe === true,
  urgent: [...(a.urgent ?? []), ...(b.urgent ?? [])],
})
