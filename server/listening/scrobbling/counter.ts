import { setTimeout as wait } from 'node:timers/promises'
import { LOCK_TIMEOUT_MS } from '#server/http/attempt.ts'
import { logError } from '#server/http/log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countInbox, countInboxWaitingOf, GROUP_MAX, type Group, type Services } from './count-inbox.ts'
import { countWaitingOf, retryAllSetAside } from './inbox.ts'
import { restAfter, restWhile } from './pace.ts'

/** Counts in the background what one process takes in. */
export interface Counter {
  /**
   * Resolves when the inbox has room for so many scrobbles of a member; counting is slower than what comes in until then. Throws a
   * Refusal 503 when there is none for five seconds.
   */
  readonly makeRoom: (memberId: number, scrobbles: number) => Promise<void>
  /** Has what was kept counted soon. */
  readonly wake: () => void
  /** Begins to look for what processes that were killed have left; the answer counts what waits, and ends. */
  readonly start: () => () => Promise<void>
  /** How much waits, as far as this process knows. */
  readonly waiting: () => number
  /** How much of it waits for somebody who has locked the member's listens. */
  readonly leftOf: (memberId: number) => number
}

/** So many scrobbles may wait to be counted, or be set aside: the next ones wait to be taken in. */
export const INBOX_MAX = 1_000_000
/** So many of one member whose listens an import has locked. */
export const MEMBER_MAX = 1_000
/** What comes within that time is counted together. */
const DELAY_MS = 200
/** So long where a group that was counted had so many: in larger ones each costs the database a quarter less. */
const [MANY_DELAY_MS, MANY] = [1_000, 100]
/** When it is tried again after a failure, or for whom others had locked. */
const AGAIN_MS = 1_000
/** How often a process looks for what others have left. */
const LOOK_EVERY_MS = 5_000
/** How long a process that ends counts: the others, or the next one, find the rest. */
const END_MS = 2_000

interface Options {
  readonly max?: number
  /** How long it waits for room, in ms. */
  readonly patienceMs?: number
}

export function createCounter(
  services: Services,
  { max = INBOX_MAX, patienceMs = LOCK_TIMEOUT_MS }: Options = {},
): Counter {
  let waiting = 0
  let cameAt = Number.NEGATIVE_INFINITY
  let endsAt = Number.POSITIVE_INFINITY
  let left: ReadonlyMap<number, number> = new Map()
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let largestGroup = 0
  let changed = Promise.withResolvers<void>()

  const change = (to: number) => {
    waiting = to
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const watch = {
    found: change,
    counted: (scrobbles: number) => {
      largestGroup = Math.max(largestGroup, scrobbles)
      change(Math.max(0, waiting - scrobbles))
    },
    async rest(group: Group) {
      await restWhile(() => restAfter({ ...group, quietMs: performance.now() - cameAt, fill: waiting / max }))
      return performance.now() <= endsAt
    },
  }
  const count = async () => {
    largestGroup = 0
    try {
      const members = await countInbox(services, watch)
      left = members.size === 0 ? new Map() : await countWaitingOf(services.db, members)
      if (left.size > 0) wakeIn(AGAIN_MS)
    } catch (error) {
      logError(services.log, error, {}, 'Scrobbles could not be counted. ')
      wakeIn(AGAIN_MS)
    }
  }
  /** One after the other: two would take the same ones. */
  const run = async () => {
    clearTimeout(timer)
    timer = undefined
    if (running !== undefined) {
      isAskedAgain = true
      return
    }
    running = count()
    await running
    running = undefined
    if (isAskedAgain) wakeIn(delay())
    isAskedAgain = false
  }
  const wakeIn = (ms: number) => {
    const at = performance.now() + ms
    if (timer !== undefined && dueAt <= at) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void run(), ms).unref()
  }
  const delay = () => (largestGroup < MANY ? DELAY_MS : MANY_DELAY_MS)
  const isFull = () => waiting >= max
  const leftOf = (memberId: number) => left.get(memberId) ?? 0
  return {
    leftOf,
    waiting: () => waiting,
    async makeRoom(memberId, scrobbles) {
      if (leftOf(memberId) >= MEMBER_MAX) await countInboxWaitingOf(services, memberId)
      const until = performance.now() + patienceMs
      while (isFull()) {
        const ms = until - performance.now()
        if (ms <= 0) throw full()
        await Promise.race([changed.promise, wait(ms, undefined, { ref: false })])
      }
      waiting += scrobbles
      cameAt = performance.now()
    },
    wake() {
      if (waiting >= GROUP_MAX) void run()
      else wakeIn(delay())
    },
    start() {
      void retryAllSetAside(services.db).then(run, (error: unknown) => logError(services.log, error))
      const looking = setInterval(() => void run(), LOOK_EVERY_MS).unref()
      return async () => {
        clearInterval(looking)
        clearTimeout(timer)
        endsAt = performance.now() + END_MS
        await running
        await run()
        clearTimeout(timer)
      }
    },
  }
}

const full = () => new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds: 1 })
