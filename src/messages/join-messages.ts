import type { DirectMessage } from '#contract/messages/messages.ts'

/**
 * The most latest messages that are cached as one response: enough for a page of older ones to join
 * them after an evening's talk.
 */
const HELD_MAX = 400

/**
 * Returns the latest messages joined to the cached ones, oldest first, so that the messages on
 * screen stay when new ones shift the response's window. If there is a gap between both, or the
 * response is the whole conversation, returns the response alone.
 */
export function joinLatest(held: readonly DirectMessage[], answer: DirectMessage[], limit: number): DirectMessage[] {
  const first = answer[0]
  const newestHeld = held.at(-1)
  if (!first || !newestHeld || answer.length < limit || first.id > newestHeld.id) return answer
  const joined = [...held.filter((it) => it.id < first.id), ...answer]
  return joined.slice(-Math.max(HELD_MAX, answer.length))
}

interface OlderMessages {
  /** The id in its request. */
  before: number
  /** Undefined while it is loading. */
  messages: readonly DirectMessage[] | undefined
  isFailed: boolean
}

interface Joined<M> {
  messages: M[]
  /** Cursors of the pages that join the latest messages without a gap. */
  used: number[]
  /**
   * The next page's cursor; undefined while one is in flight or has failed, and at the beginning.
   */
  next: number | undefined
  hasMore: boolean
  isFailed: boolean
}

/**
 * Returns the latest messages below their older pages, without duplicates, oldest first. A page of
 * less than `limit`, or without new messages as on hosts that ignore `before`, is the beginning of
 * the conversation.
 */
export function joinMessages<M extends DirectMessage>(
  latest: readonly M[],
  pages: readonly OlderMessages[],
  limits: { latest: number; older: number },
): Joined<M | DirectMessage> {
  const real = latest.filter((it) => it.id > 0)
  const oldest = Math.min(...real.map((it) => it.id))
  const joined = pages[0] !== undefined && oldest <= pages[0].before ? pages : []
  const known = new Set(real.map((it) => it.id))
  const older: DirectMessage[] = []
  let isBeginning = real.length < limits.latest
  for (const { messages } of joined) {
    if (messages === undefined) continue
    const fresh = messages.filter((it) => !known.has(it.id))
    for (const it of fresh) known.add(it.id)
    older.unshift(...fresh)
    if (fresh.length === 0 || messages.length < limits.older) isBeginning = true
  }
  const isStuck = joined.some((page) => page.messages === undefined)
  return {
    messages: [...older, ...latest],
    used: joined.map((page) => page.before),
    next: isBeginning || isStuck ? undefined : Math.min(...known),
    hasMore: !isBeginning,
    isFailed: joined.some((page) => page.isFailed),
  }
}
