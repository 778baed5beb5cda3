import type { Entry } from '../outbox/entry.ts'
import { allowProbe } from './attempts.ts'
import { claimLane, dueHead, nextAt } from './due.ts'
import { type DrainDeps, type DrainOptions, type Pass, stopPass } from './pass.ts'
import { sendOne } from './send.ts'

/** Requests in flight at once, at most one per lane. */
const LANES_AT_ONCE = 4

interface DrainResult {
  acked: number
  /** When the next pass is due, in ms since 1970; undefined if no entry waits for a time. */
  nextAt: number | undefined
}

/**
 * Runs one pass over the outbox: each lane's entries in order, lanes in parallel, until all are
 * sent, wait or need the user. The caller holds the drain lock. Ends early when the breaker opens,
 * the outbox is paused, the server wants no requests, the member is no longer current, or the
 * signal aborts. Settles when its last request has; rejects when the store fails.
 */
export async function drain(deps: DrainDeps, options: DrainOptions = {}): Promise<DrainResult> {
  await deps.outbox.reload()
  if (options.mayProbe === true && deps.outbox.snapshot().meta.probeAt !== undefined) await allowProbe(deps.outbox)
  const start = { failures: 0, acked: 0, isOver: false, isStopped: false, tried: new Set<string>() }
  const pass: Pass = { deps, options, ...start }
  if (!(await deps.isCurrent())) stopPass(pass)
  const lanes = Array.from({ length: LANES_AT_ONCE }, () =>
    runLanes(pass).catch((error: unknown) => {
      pass.isOver = true
      throw error
    }),
  )
  // All are awaited, or the lock would be released while requests are in flight.
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  return { acked: pass.acked, nextAt: nextAt(pass) }
}

/** Runs lane after lane, each until it stops; a lane runs only once per pass. */
async function runLanes(pass: Pass) {
  for (let head = claimLane(pass); head; head = claimLane(pass)) {
    const { lane } = head
    for (let entry: Entry | undefined = head; entry; entry = dueHead(pass, lane)) {
      if (!(await sendOne(pass, entry))) break
    }
    if (pass.probing === lane) pass.probing = undefined
  }
}
