import { DAY_MS } from '#contract/durations.ts'
import { CHANGED_MESSAGES_DAYS, CHANGED_MESSAGES_MAX, type DirectMessage } from '#contract/messages/messages.ts'

/** The latest messages that are cached as one response: an evening's talk. */
const CACHED_MAX = 400

/** A cached message. One that only a push has delivered may have unknown messages before it. */
interface CachedMessage extends DirectMessage {
  isPushed?: true
}

/** A conversation's latest page, oldest first, and the messages above it that were changed. */
export interface MessagesPage {
  directMessages: DirectMessage[]
  changed?: DirectMessage[] | undefined
}

/**
 * Returns a response joined to the cached one, which was requested at `requestedAt` ms. A response
 * lists the changes of some days only: an older cached one may lack changes and is replaced.
 * Changes that were listed before stay, for the older pages on the device.
 */
export function joinPages(
  cached: { readonly response: MessagesPage; readonly requestedAt: number } | undefined,
  { directMessages, changed = [] }: MessagesPage,
  limit: number,
  nowMs: number,
): MessagesPage {
  const isFollowed = cached !== undefined && nowMs - cached.requestedAt < CHANGED_MESSAGES_DAYS * DAY_MS
  const { directMessages: cachedMessages = [], changed: cachedChanges = [] } = isFollowed ? cached.response : {}
  const newer = new Set(changed.map(({ id }) => id))
  const changes = [...changed, ...cachedChanges.filter(({ id }) => !newer.has(id))]
  return {
    directMessages: replaceChanged(joinLatest(cachedMessages, directMessages, limit), changed),
    changed: changes.slice(0, CHANGED_MESSAGES_MAX),
  }
}

/**
 * Returns the latest messages joined to the cached ones, oldest first, so that the messages on
 * screen stay when new ones shift the response's window. If there is a gap between both, or the
 * response is the whole conversation, returns the response alone.
 */
export function joinLatest(
  cached: readonly CachedMessage[],
  response: DirectMessage[],
  limit: number,
): DirectMessage[] {
  const first = response[0]
  const requested = cached.filter(({ isPushed }) => isPushed !== true)
  const newestRequested = requested.at(-1)
  if (!first || !newestRequested || response.length < limit || first.id > newestRequested.id) return response
  const joined = [...requested.filter((message) => message.id < first.id), ...response]
  return joined.slice(-Math.max(CACHED_MAX, response.length))
}

/** Returns messages in their order, each replaced by its newer version if there is one. */
export function replaceChanged<M extends { id: number }>(messages: readonly M[], changed: readonly M[]): M[] {
  if (changed.length === 0) return [...messages]
  const byId = new Map(changed.map((message) => [message.id, message]))
  return messages.map((message) => byId.get(message.id) ?? message)
}
