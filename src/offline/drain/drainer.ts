import { StoreClosed } from '../device/idb.ts'
import { drainLock, withLock } from '../device/lock.ts'
import { backoffMs } from './backoff.ts'
import { drain } from './drain.ts'
import type { DrainDeps, DrainOptions } from './pass.ts'
import { createSpacing } from './spacing.ts'

export interface DrainerDeps extends DrainDeps {
  memberKey: string
  /** Calls back once after `ms`; returns how to forget it. The worker hands in one that never fires. */
  later: (ms: number, callback: () => void) => () => void
  /** After every pass, with the number of entries that the server has taken. */
  onPass?: (acked: number) => void
  /** Told of failures of the store, after which it tries again, and of errors in an action's own code. */
  onError: (error: unknown) => void
  /**
   * False while the device is known to have no network: nothing is attempted then, so that all can still be undone and
   * coalesced. Its return is a wake-up of its own.
   */
  mayTry?: () => boolean
  /** `withLock`, but where many devices are simulated in one process. */
  lock?: typeof withLock
}

export type Drainer = ReturnType<typeof createDrainer>

/** setTimeout counts in 32 bits. */
const LONGEST_TIMER_MS = 2_000_000_000
/** Passes that follow each other by the timer leave room for a person. */
const SOONEST_MS = 50

/**
 * Wakes the drain: one pass at a time in this context, one drainer among all contexts (Web Lock held per pass). A wake-up
 * during a pass asks for one more.
 */
export function createDrainer(deps: DrainerDeps) {
  const lock = deps.lock ?? withLock
  let running: Promise<void> | undefined
  let again: DrainOptions | undefined
  let forget = () => {}
  let troubles = 0
  let forgetReturn = () => {}
  const spacing = createSpacing()

  const wakeIn = (ms: number) => {
    forget()
    if (!deps.signal.aborted)
      forget = deps.later(Math.min(Math.max(ms, SOONEST_MS), LONGEST_TIMER_MS), () => void wake())
  }

  const pass = async (options: DrainOptions) => {
    const result = await lock(drainLock(deps.memberKey), deps.signal, () => drain(deps, options))
    troubles = 0
    deps.onPass?.(result.acked)
    forget()
    if (result.nextAt !== undefined) wakeIn(result.nextAt - deps.now())
  }

  const loop = async (options: DrainOptions) => {
    for (let next: DrainOptions | undefined = options; next && !deps.signal.aborted; next = again) {
      again = undefined
      await pass(next)
    }
  }

  /** A store that fails now may not fail later: what waits is not forgotten for it. */
  const recover = (error: unknown) => {
    if (deps.signal.aborted || error instanceof StoreClosed) return
    deps.onError(error)
    troubles++
    wakeIn(backoffMs(troubles, deps.chance()))
  }

  /** Starts a pass, or one more after the present one. Resolves when all is at rest; never rejects. */
  const wake = (options: DrainOptions = {}): Promise<void> => {
    if (deps.mayTry?.() === false) return Promise.resolve()
    if (running) {
      again = { ignoreBackoff: options.ignoreBackoff === true || again?.ignoreBackoff === true }
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

  /**
   * The connection seems to be back: waits that were only guesses are cut short, at once or, on a connection that comes and
   * goes, after a while. Resolves after the pass that starts now.
   */
  const wakeOnReturn = (): Promise<void> => {
    if (deps.mayTry?.() === false) return Promise.resolve()
    forgetReturn()
    const waitMs = spacing(deps.now())
    if (waitMs === 0) return wake({ ignoreBackoff: true })
    if (!deps.signal.aborted) forgetReturn = deps.later(waitMs, () => void wakeOnReturn())
    return wake()
  }

  return { wake, wakeOnReturn }
}
