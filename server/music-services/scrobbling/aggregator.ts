import { logError } from '#server/telemetry/log.ts'
import { aggregateInbox, type Services } from './aggregate-inbox.ts'
import { measureInbox, retrySetAside } from './inbox.ts'

/**
 * The background job of a process that aggregates the inbox. Several processes may run one each.
 */
export interface Aggregator {
  /** Schedules a run. Called after an insert. */
  readonly wake: () => void
  /** Whether the inbox was full when it was last measured. */
  readonly isInboxFull: () => boolean
  /** Whether the member had a full backlog when the inbox was last measured. */
  readonly isBacklogFull: (memberId: number) => boolean
  /** Measures the inbox; done every 5 s once started. */
  readonly measure: () => Promise<void>
  /**
   * Starts the timer, which finds scrobbles accepted by a process that has died. Returns a function
   * that stops it after the current batch.
   */
  readonly start: () => () => Promise<void>
}

/** Maximum number of rows in the inbox, set-aside ones included; about 160 MB. */
export const INBOX_MAX = 1_000_000
/** Scrobbles that arrive within this time share a batch. */
const DELAY_MS = 200
/** Delay after a failure, or when members were skipped. */
const RETRY_MS = 1_000
/** Maximum number of pending scrobbles per member. */
export const BACKLOG_MAX = 2_000
const TIMER_MS = 5_000

export function createAggregator(services: Services, inboxMax = INBOX_MAX): Aggregator {
  const { db, log } = services
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isFull = false
  let fullMembers: ReadonlySet<number> = new Set()

  const runIn = (ms: number) => {
    if (!stopping.signal.aborted) timer ??= setTimeout(run, ms).unref()
  }
  const run = () => {
    clearTimeout(timer)
    timer = undefined
    if (running !== undefined) return runIn(DELAY_MS)
    running = aggregateOnce().finally(() => {
      running = undefined
    })
  }
  const aggregateOnce = async () => {
    try {
      const skipped = await aggregateInbox(services, stopping.signal)
      if (skipped.size > 0) runIn(RETRY_MS)
    } catch (error) {
      logError(log, error, {}, 'Scrobbles could not be aggregated. ')
      runIn(RETRY_MS)
    }
  }
  const measure = async () => {
    const measured = await measureInbox(db, BACKLOG_MAX)
    isFull = measured.rows >= inboxMax
    fullMembers = new Set(measured.fullMembers)
  }
  const tick = () => {
    if (stopping.signal.aborted || services.watch.isAway()) return
    run()
    void measure().catch((error: unknown) => logError(log, error))
  }
  return {
    wake: () => runIn(DELAY_MS),
    isInboxFull: () => isFull,
    isBacklogFull: (memberId) => fullMembers.has(memberId),
    measure,
    start() {
      const starting = retrySetAside(db)
        .catch((error: unknown) => logError(log, error))
        .then(tick)
      const ticking = setInterval(tick, TIMER_MS).unref()
      return async () => {
        stopping.abort()
        clearInterval(ticking)
        clearTimeout(timer)
        await starting
        await running
      }
    },
  }
}
