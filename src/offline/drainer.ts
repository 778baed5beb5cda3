import { type DrainDeps, type DrainOptions, drain } from './drain.ts'
import { StoreClosed } from './idb.ts'
import { drainLock, withLock } from './lock.ts'

export interface DrainerDeps extends DrainDeps {
  memberKey: string
  /** Calls back once after `ms`; returns how to forget it. The worker hands in one that never fires. */
  later: (ms: number, callback: () => void) => () => void
  /** After every pass, with the number of entries that the server has taken. */
  onPass?: (acked: number) => void
  onError: (error: unknown) => void
}

export type Drainer = ReturnType<typeof createDrainer>

/** setTimeout counts in 32 bits. */
const LONGEST_TIMER_MS = 2_000_000_000

/**
 * Wakes the drain: one pass at a time in this context, one drainer among all contexts (Web Lock held per pass). A wake-up
 * during a pass asks for one more.
 */
export function createDrainer(deps: DrainerDeps) {
  let running: Promise<void> | undefined
  let again: DrainOptions | undefined
  let forget = () => {}

  const pass = async (options: DrainOptions) => {
    const result = await withLock(drainLock(deps.memberKey), deps.signal, () => drain(deps, options))
    deps.onPass?.(result.acked)
    forget()
    if (result.nextAt !== undefined && !deps.signal.aborted) {
      forget = deps.later(Math.min(Math.max(result.nextAt - deps.now(), 50), LONGEST_TIMER_MS), () => void wake())
    }
  }

  const loop = async (options: DrainOptions) => {
    for (let next: DrainOptions | undefined = options; next && !deps.signal.aborted; next = again) {
      again = undefined
      await pass(next)
    }
  }

  /** Starts a pass, or one more after the present one. Resolves when all is at rest; never rejects. */
  const wake = (options: DrainOptions = {}): Promise<void> => {
    if (running) {
      again = { ignoreBackoff: options.ignoreBackoff === true || again?.ignoreBackoff === true }
      return running
    }
    running = loop(options)
      .catch((error: unknown) => {
        if (!deps.signal.aborted && !(error instanceof StoreClosed)) deps.onError(error)
      })
      .finally(() => {
        running = undefined
        if (again && !deps.signal.aborted) void wake(again)
      })
    return running
  }

  return { wake }
}
