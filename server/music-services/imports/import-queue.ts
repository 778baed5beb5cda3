import { Refusal } from '#server/http/refusal.ts'

/** The maximum number of waiting imports per member while another of theirs runs. */
const MEMBER_WAITING_MAX = 2
/**
 * The maximum number of waiting imports of all members in a process. A waiting import holds a
 * connection, and none of its file is read.
 */
const WAITING_MAX = 50
const RETRY_S = 30

/** An import's place in the queue. */
export interface ImportPlace {
  /** Whether the import has to wait for others. */
  readonly isWaiting: boolean
  /** Resolves when it is this import's turn. */
  readonly turn: Promise<void>
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
  readonly start: () => void
}

/**
 * Returns a queue that runs one import per member and `atOnce` in all at a time; the others wait in
 * order of arrival.
 */
export function createImportQueue(atOnce: number): ImportQueue {
  const running = new Set<Entry>()
  const queue: Entry[] = []
  const isBusy = (memberId: number) => [...running].some((entry) => entry.memberId === memberId)
  const startNext = () => {
    while (running.size < atOnce) {
      const place = queue.findIndex((entry) => !isBusy(entry.memberId))
      const [entry] = place === -1 ? [] : queue.splice(place, 1)
      if (entry === undefined) return
      running.add(entry)
      entry.start()
    }
  }
  return {
    waiting: () => queue.length,
    join(memberId) {
      if (queue.filter((entry) => entry.memberId === memberId).length >= MEMBER_WAITING_MAX) {
        const sentence = `You have ${MEMBER_WAITING_MAX + 1} imports at once. Send this file when one of them has ended.`
        throw new Refusal(429, sentence, 'rate_limited', { retryAfterSeconds: RETRY_S })
      }
      if (queue.length >= WAITING_MAX) {
        const sentence = 'Too many files are being imported at the moment. Please try again in a minute.'
        throw new Refusal(503, sentence, 'busy', { retryAfterSeconds: RETRY_S })
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      const entry = { memberId, start: resolve }
      queue.push(entry)
      startNext()
      const leave = () => {
        if (!running.delete(entry)) queue.splice(queue.indexOf(entry), 1)
        startNext()
      }
      return { isWaiting: !running.has(entry), turn: promise, leave }
    },
  }
}
