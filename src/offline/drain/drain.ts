import type { Entry } from '../outbox/entry.ts'
import { dueHead, nextAt, takeLane } from './due.ts'
import { cut, type DrainDeps, type DrainOptions, type Pass } from './pass.ts'
import { sendOne } from './send.ts'

/** Requests under way at once; one a lane. */
const LANES_AT_ONCE = 4

export interface DrainResult {
  acked: number
  /** When the next pass is worth while, in ms since 1970; undefined when nothing waits for a time. */
  nextAt: number | undefined
}

/**
 * One pass over the outbox: every lane's entries in order, lanes beside each other, until all are sent, wait or need a
 * person. The caller holds the drain lock. Ends early when the breaker opens, the outbox is paused, the server asks for
 * quiet, the member is no longer current, or the signal aborts. Settles when its last request has; rejects when the store
 * fails.
 */
export async function drain(deps: DrainDeps, options: DrainOptions = {}): Promise<DrainResult> {
  await deps.outbox.reload()
  const start = { failures: 0, acked: 0, isOver: false, isCut: false, tried: new Set<string>() }
  const pass: Pass = { deps, options, ...start }
  if (!(await deps.isCurrent())) cut(pass)
  const lanes = Array.from({ length: LANES_AT_ONCE }, () =>
    runLanes(pass).catch((error: unknown) => {
      pass.isOver = true
      throw error
    }),
  )
  // All are waited for, or the lock would be given back while requests are under way.
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  return { acked: pass.acked, nextAt: nextAt(pass) }
}

/** Takes lane after lane and runs each until it comes to rest; a lane is not taken twice in a pass. */
async function runLanes(pass: Pass) {
  for (let head = takeLane(pass); head; head = takeLane(pass)) {
    const { lane } = head
    for (let entry: Entry | undefined = head; entry; entry = dueHead(pass, lane)) {
      if (!(await sendOne(pass, entry))) break
    }
  }
}
