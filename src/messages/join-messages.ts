import type { DirectMessage } from '#contract/messages/messages.ts'

/**
 * The most latest messages that are cached as one response: enough for a page of older ones to join
 * them after an evening's talk.
 */
const HELD_MAX = 400

/** A cached message. One that only a push has delivered may have unknown messages before it. */
interface HeldMessage extends DirectMessage {
  isPushed?: true
}

/**
 * Returns the latest messages joined to the cached ones, oldest first, so that the messages on
 * screen stay when new ones shift the response's window. If there is a gap between both, or the
 * response is the whole conversation, returns the response alone.
 */
export function joinLatest(cached: readonly HeldMessage[], answer: DirectMessage[], limit: number): DirectMessage[] {
  const first = answer[0]
  const held = cached.filter(({ isPushed }) => isPushed !== true)
  const newestHeld = held.at(-1)
  if (!first || !newestHeld || answer.length < limit || first.id > newestHeld.id) return answer
  const joined = [...held.filter((message) => message.id < first.id), ...answer]
  return joined.slice(-Math.max(HELD_MAX, answer.length))
}

/** Returns messages in their order, each replaced by its newer version if there is one. */
export function replaceChanged<M extends { id: number }>(messages: readonly M[], changed: readonly M[]): M[] {
  if (changed.length === 0) return [...messages]
  const byId = new Map(changed.map((message) => [message.id, message]))
  return messages.map((message) => byId.get(message.id) ?? message)
}
