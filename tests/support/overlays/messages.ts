import * as v from 'valibot'
import {
  type Conversation,
  type DirectMessage,
  getConversations,
  getDirectMessages,
} from '#contract/messages/messages.ts'
import { setBlock } from '#src/accounts/blocks/actions.ts'
import { markRead, sendMessage } from '#src/messages/actions.ts'
import { deleteMessage, editMessage, react } from '#src/messages/changes/actions.ts'
import type { ShownMessage } from '#src/messages/overlay.ts'
import { conversationQuery, conversationsQuery, olderMessagesQuery } from '#src/messages/queries.ts'
import { type AnyLaw, type Draw, effect, type Made, queryLaw } from './law.ts'

const [ME, OTHER, AT] = ['ada', 'bo', '2026-11-25T08:12:00.000Z']
type Messages = readonly DirectMessage[]

const parseMessages = (...rows: object[]): Messages =>
  v.parse(getDirectMessages.response, { directMessages: rows.map((row) => ({ timestamp: AT, ...row })) }).directMessages

const host: Messages = parseMessages(
  { id: 6, type: 'Incoming', message: 'Hi.', own_reaction: '👍' },
  { id: 7, type: 'Outgoing', message: 'Hello.', client_id: 'elsewhere' },
  { id: 8, type: 'Incoming', message: 'Well?' },
)

interface Named {
  readonly recipient?: string
  readonly messageId?: number
  readonly messageClientId?: string
}

/** Draws the name of an own message: a known one, or one that was drawn before. */
function drawOwn({ pick, earlier }: Draw) {
  const made = earlier(sendMessage).map(
    ({ client_id, args }): Named => ({ messageClientId: client_id, recipient: args.recipient }),
  )
  return { user: ME, recipient: OTHER, ...pick<Named>({ messageId: 7 }, ...made) }
}

const isNamed =
  ({ messageId, messageClientId }: { messageId?: number | undefined; messageClientId?: string | undefined }) =>
  ({ id, client_id }: DirectMessage) =>
    messageId === undefined ? client_id === messageClientId : id === messageId

const send = effect(
  sendMessage,
  ({ pick }) => ({ user: ME, recipient: OTHER, message: pick('One.', 'Two.') }),
  (rows: Messages, { message }, { id, client_id, at }) => [
    ...rows,
    ...parseMessages({ id, type: 'Outgoing', message, client_id, timestamp: at }),
  ],
)
const changeEffects = [
  effect(
    editMessage,
    (draw) => ({ ...drawOwn(draw), message: draw.pick('Other.', 'Another.') }),
    (rows: Messages, { message, ...named }, { at }) =>
      rows.map((row) =>
        isNamed(named)(row) && row.deleted_at === undefined ? { ...row, message, edited_at: at } : row,
      ),
  ),
  effect(deleteMessage, drawOwn, (rows: Messages, named, { at }) =>
    rows.map((row) => {
      if (!isNamed(named)(row)) return row
      return { ...row, message: '', deleted_at: at, edited_at: undefined, own_reaction: undefined }
    }),
  ),
  effect(
    react,
    ({ pick }) => ({ user: ME, conversant: OTHER, messageId: pick(6, 8), emoji: pick('', '👍', '🎉') }),
    (rows: Messages, { messageId, emoji }) =>
      rows.map((row) => (row.id === messageId ? { ...row, own_reaction: emoji || undefined } : row)),
  ),
]

const see = (rows: readonly ShownMessage[]) =>
  rows
    .map(({ type, message, edited_at, deleted_at, own_reaction }) =>
      JSON.stringify({
        type,
        message,
        isEdited: edited_at !== undefined,
        isDeleted: deleted_at !== undefined,
        own_reaction,
      }),
    )
    .toSorted()

type Conversations = readonly Conversation[]
const conversations: Conversations = v.parse(getConversations.response, {
  conversations: [
    { conversant: OTHER, lastconversation: AT, unread: 2, last_message: host[1] },
    { conversant: 'cy', lastconversation: '2026-11-24T08:12:00.000Z', unread: 1 },
  ],
}).conversations

export const messageLaws: readonly AnyLaw[] = [
  queryLaw('conversationQuery', conversationQuery(ME, OTHER), (rows: Messages) => ({ directMessages: [...rows] }), {
    host,
    effects: [send, ...changeEffects],
    see: ({ messages }) => see(messages),
    toHost: ({ messages }) => messages,
  }),
  queryLaw(
    'olderMessagesQuery',
    olderMessagesQuery(ME, OTHER, 9, 0),
    (rows: Messages) => ({ directMessages: [...rows] }),
    {
      host,
      effects: changeEffects,
      see,
      toHost: (rows) => rows.toReversed(),
    },
  ),
  queryLaw('conversationsQuery', conversationsQuery(ME), (rows: Conversations) => ({ conversations: [...rows] }), {
    host: conversations,
    effects: [
      effect(
        sendMessage,
        ({ pick }) => ({ user: ME, recipient: pick('Bo', 'dee'), message: pick('Hi.', 'Hey.') }),
        (rows, { recipient, message }, { id, client_id, at }) => {
          const known = rows.find(({ conversant }) => conversant === recipient.toLowerCase())
          const others = rows.filter((row) => row !== known)
          const [last_message] = parseMessages({ id, type: 'Outgoing', message, client_id, timestamp: at })
          const conversant = recipient.toLowerCase()
          return [...others, { conversant, pfpsm: undefined, unread: 0, ...known, lastconversation: at, last_message }]
        },
      ),
      effect(
        markRead,
        ({ pick }) => ({ user: ME, sender: pick(OTHER, 'cy'), upTo: 9 }),
        (rows, { sender }) => rows.map((row) => (row.conversant === sender ? { ...row, unread: 0 } : row)),
      ),
      ...changeEffects.map((change) => ({
        ...change,
        execute: (rows: Conversations, args: never, made: Made): Conversations =>
          rows.map((row) => {
            const [last_message] = row.last_message ? change.execute([row.last_message], args, made) : []
            return { ...row, last_message }
          }),
      })),
      effect(
        setBlock,
        () => ({ user: ME, other: 'cy', isBlocked: true }),
        (rows) => rows.filter(({ conversant }) => conversant !== 'cy'),
      ),
    ],
    see: (rows) =>
      rows.map(({ conversant, unread = 0, last_message: last }) => [
        conversant.toLowerCase(),
        unread,
        last && see([last]),
      ]),
    toHost: (rows) => rows,
  }),
]
