import { Refusal } from '#server/http/refusal.ts'

/** The maximum number of a member's waiting imports while another one runs. */
const MEMBER_WAITING_MAX = 2
/**
 * The maximum number of waiting imports in a process, for all members. A waiting import holds a
 * connection, and none of its file is read.
 */
const WAITING_MAX = 50
const RETRY_S = 30

/** An import that has run for this time makes room for others that wait. */
const TURN_MS = 20_000
/** The maximum time that an import may run for in all: more than a million listens take. */
const RUN_MAX_MS = 30 * 60_000

export interface ImportPlace {
  /** Whether the import has to wait for others. */
  readonly isWaiting: boolean
  /** Resolves when it is this import's turn. */
  readonly turn: Promise<void>
  /** Returns whether the import has had its turn, and another one can run in its place. */
  isTurnOver(): boolean
  /** Returns whether the import has run for longer than any history takes. */
  isTooLong(): boolean
  /** Makes room for another import. Resolves when it is this import's turn again. */
  rejoin(): Promise<void>
  /**
   * Ends the import, or its waiting. Must be called exactly once per place, on success and on
   * failure.
   */
  leave(): void
}

export interface ImportQueue {
  /**
   * Takes a place. Throws a Refusal 429 if the member has too many waiting imports, 503 if all
   * members together do, with Retry-After.
   */
  join(memberId: number): ImportPlace
  /** Returns the number of waiting imports. */
  waiting(): number
}

interface Entry {
  readonly memberId: number
  start: () => void
  /** Whether it has run before: it holds what it has read so far. */
  isBegun: boolean
  startedAt: number
  ranMs: number
}

/**
 * Returns a queue that runs one import per member and `atOnce` in all at a time; the others wait in
 * arrival order. An import that runs for long takes turns with them, so that a few slow ones cannot
 * hold all others up. At most twice `atOnce` are begun at a time.
 */
export function createImportQueue(atOnce: number, nowMs: () => number = () => performance.now()): ImportQueue {
  const running = new Set<Entry>()
  const queue: Entry[] = []
  const isOfOther = ({ memberId }: Entry, others: Iterable<Entry>) =>
    [...others].every((other) => other.memberId !== memberId)
  /** `paused`: an import that would wait meanwhile. */
  const canStart = (entry: Entry, paused?: Entry) => {
    const others = [...running].filter((other) => other !== paused)
    const begun = [...running, ...queue.filter((waiting) => waiting.isBegun)]
    return isOfOther(entry, others) && (entry.isBegun || (isOfOther(entry, begun) && begun.length < 2 * atOnce))
  }
  const startNext = () => {
    while (running.size < atOnce) {
      const place = queue.findIndex((entry) => canStart(entry))
      const [entry] = place === -1 ? [] : queue.splice(place, 1)
      if (entry === undefined) return
      running.add(entry)
      entry.isBegun = true
      entry.startedAt = nowMs()
      entry.start()
    }
  }
  const stop = (entry: Entry) => {
    if (!running.delete(entry)) return false
    entry.ranMs += nowMs() - entry.startedAt
    return true
  }
  const enqueue = (entry: Entry): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    entry.start = resolve
    queue.push(entry)
    startNext()
    return promise
  }
  return {
    waiting: () => queue.length,
    join(memberId) {
      if (queue.filter((entry) => entry.memberId === memberId && !entry.isBegun).length >= MEMBER_WAITING_MAX) {
        const sentence = `You have ${MEMBER_WAITING_MAX + 1} imports at once. Send this file when one of them has ended.`
        throw new Refusal(429, sentence, 'rate_limited', { retryAfterSeconds: RETRY_S })
      }
      if (queue.length >= WAITING_MAX) {
        const sentence = 'Too many files are being imported at the moment. Please try again in a minute.'
        throw new Refusal(503, sentence, 'busy', { retryAfterSeconds: RETRY_S })
      }
      const entry: Entry = { memberId, start: () => undefined, isBegun: false, startedAt: 0, ranMs: 0 }
      const turn = enqueue(entry)
      return {
        isWaiting: !running.has(entry),
        turn,
        isTurnOver() {
          if (!running.has(entry) || nowMs() - entry.startedAt < TURN_MS) return false
          return queue.some((waiting) => canStart(waiting, entry))
        },
        isTooLong: () => entry.ranMs + (running.has(entry) ? nowMs() - entry.startedAt : 0) > RUN_MAX_MS,
        rejoin() {
          stop(entry)
          return enqueue(entry)
        },
        leave() {
          if (!stop(entry)) queue.splice(queue.indexOf(entry), 1)
          startNext()
        },
      }
    },
  }
}
