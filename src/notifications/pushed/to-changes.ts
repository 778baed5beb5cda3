import { isSameName } from '#contract/accounts/names.ts'
import type { Activity } from '#contract/activity/activity.ts'
import type { Conversation, DirectMessage } from '#contract/messages/messages.ts'
import type { PushMessage } from '#contract/notifications/push-message.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { activityKey } from '#src/activity/keys.ts'
import { conversationKey, conversationsKey } from '#src/messages/keys.ts'
import { swapsKey } from '#src/swaps/keys.ts'

interface PushedChange {
  queryKey: readonly unknown[]
  /** Returns the response with the pushed item, or the item alone. Idempotent. */
  add: (response: unknown) => unknown
}

/**
 * Returns how a push changes its recipient's stored responses, so that the screens that it concerns
 * show it without a connection. Runs in the worker and in the page. `member` is the name under
 * which the responses are stored.
 */
export function toChanges(member: string, { flipside }: PushMessage): PushedChange[] {
  const { activity, message, swap } = flipside
  const changes: PushedChange[] = []
  if (activity)
    changes.push(change<Activities>(activityKey(member), (response) => addActivity(activity, response?.activity ?? [])))
  if (activity && message) {
    const { username } = activity
    // The response has more than its messages: what has changed above them.
    const toMessages = (response: Messages | undefined) => ({
      ...response,
      ...addMessage(message, response?.directMessages ?? []),
    })
    const toList = (response: Conversations | undefined) => addToList(activity, message, response?.conversations ?? [])
    changes.push(change<Messages>(conversationKey(member, username), toMessages))
    changes.push(change<Conversations>(conversationsKey(member), toList))
  }
  if (swap) changes.push(change<Swaps>(swapsKey(member), (response) => addSwap(swap, response?.songSwaps ?? [])))
  return changes
}

interface Activities {
  activity: Activity[]
}
interface Messages {
  directMessages: (DirectMessage & { isPushed?: true })[]
}
interface Conversations {
  conversations: Conversation[]
}
interface Swaps {
  songSwaps: SongSwap[]
}

/** The query with this key has stored the response, so it has its type. */
const change = <A>(queryKey: readonly unknown[], add: (response: A | undefined) => A): PushedChange => ({
  queryKey,
  add: (response) => add(response as A | undefined),
})

/** Newest first. An entry that summarizes older ones replaces them. */
function addActivity(pushed: Activity, known: readonly Activity[]): Activities {
  if (known.some(({ id }) => id === pushed.id)) return { activity: [...known] }
  const others = known.filter((row) => !isReplaced(row, pushed))
  return { activity: [...others, pushed].sort((a, b) => (a.id < b.id ? 1 : -1)) }
}

const isReplaced = (row: Activity, pushed: Activity) =>
  row.id < pushed.id &&
  row.kind === pushed.kind &&
  ((row.kind === 'message' && isSameName(row.username, pushed.username)) ||
    (row.kind === 'like' && row.unread && row.relatedid === pushed.relatedid))

/** Oldest first. Marked, since messages may be missing before it: older ones do not join it. */
function addMessage(pushed: DirectMessage, known: Messages['directMessages']): Messages {
  if (known.some(({ id }) => id === pushed.id)) return { directMessages: known }
  const all: Messages['directMessages'] = [...known, { ...pushed, isPushed: true }]
  return { directMessages: all.sort((a, b) => a.id - b.id) }
}

function addToList({ username, pfpsm }: Activity, message: DirectMessage, known: Conversation[]): Conversations {
  const { timestamp } = message
  const found = known.find(({ conversant }) => isSameName(conversant, username))
  if (found && found.lastconversation >= timestamp) return { conversations: known }
  const base = found ?? { conversant: username, pfpsm }
  const now = { ...base, lastconversation: timestamp, unread: (found?.unread ?? 0) + 1, last_message: message }
  return { conversations: [now, ...known.filter((row) => row !== found)] }
}

function addSwap(pushed: SongSwap, known: readonly SongSwap[]): Swaps {
  const isKnown = known.some(({ id }) => id === pushed.id)
  return { songSwaps: isKnown ? known.map((row) => (row.id === pushed.id ? pushed : row)) : [pushed, ...known] }
}
