import type { DirectMessage } from '#contract/messages/messages.ts'

/** So many of the latest messages are held as one answer: enough that a page of older ones joins it for an evening's talk. */
const HELD_MAX = 400

/**
 * The latest messages joined to those that were held, oldest first, so that what was on the screen stays on it when new
 * ones push the answer's window on. Where a gap lies between both, and where the answer is the whole conversation, it stands alone.
 */
export function joinLatest(held: readonly DirectMessage[], answer: DirectMessage[], limit: number): DirectMessage[] {
  const first = answer[0]
  const newestHeld = held.at(-1)
  if (!first || !newestHeld || answer.length < limit || first.id > newestHeld.id) return answer
  const joined = [...held.filter((it) => it.id < first.id), ...answer]
  return joined.slice(-Math.max(HELD_MAX, answer.length))
}

interface OlderMessages {
  /** The id that it was asked with. */
  before: number
  /** Undefined until it has come. */
  messages: readonly DirectMessage[] | undefined
  isFailed: boolean
}

interface Joined<M> {
  messages: M[]
  /** Cursors of the pages that join the latest messages without a gap. */
  used: number[]
  /** The next page's cursor; undefined while one is on its way or has failed, and at the beginning. */
  next: number | undefined
  hasMore: boolean
  isFailed: boolean
}

/**
 * The latest messages below their older pages, each once, oldest first. A page of less than `limit`, or one that brings
 * nothing new as on hosts that know no `before`, is the beginning of the conversation.
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
