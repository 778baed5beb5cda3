import * as v from 'valibot'
import { changeQuery, defineContactWrite, defineSpecRead, defineSpecWrite } from '../endpoint-kinds.ts'
import { TrackLinks } from '../listening/track-links.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, ClientId, Id, Instant, Num, Text, TextParam, Username, Written } from '../wire.ts'
import { EMOJI_MAX, isOneEmoji } from './emoji.ts'

export const DirectMessage = v.object({
  id: Num,
  message: Text,
  timestamp: Instant,
  /** `Outgoing`; any other value is incoming. */
  type: Text,
  client_id: Added(v.string()),
  /** A card's track. The text is empty if the message is the card alone. */
  track: Added(v.object({ id: Num, name: v.string(), artist: Text, links: TrackLinks })),
  /** The latest edit. */
  edited_at: Added(Instant),
  /** When its author deleted it: text, card and reactions are deleted. */
  deleted_at: Added(Instant),
  /** The member's emoji and the other one's; at most one each. */
  own_reaction: Added(v.string()),
  other_reaction: Added(v.string()),
})
export type DirectMessage = v.InferOutput<typeof DirectMessage>

/** The most characters of a message in the conversation list. */
export const LAST_MESSAGE_MAX = 200

export const Conversation = v.object({
  conversant: v.string(),
  lastconversation: Instant,
  unread: Added(Num),
  pfpsm: Added(v.string()),
  /** The latest message; its text is cut to `LAST_MESSAGE_MAX` characters. */
  last_message: Added(DirectMessage),
})
export type Conversation = v.InferOutput<typeof Conversation>

/** Characters, and bytes once encoded in the query string. */
export const MESSAGE_MAX = 1000
export const MESSAGE_MAX_ENCODED_BYTES = 6000
/** How long a message can be edited, by the server's clock, in minutes. */
export const EDIT_MINUTES = 10
/** The number of changed messages above the latest page, and the days since their change. */
export const CHANGED_MESSAGES_MAX = 100
export const CHANGED_MESSAGES_DAYS = 2

export const getDirectMessages = defineSpecRead({
  path: '/api/user/direct-messages',
  summary: 'A conversation, oldest first; without limit the latest 200. before is the oldest id known.',
  visibility: 'contact',
  query: v.object({ user: Username, conversant: Username, ...pageParams(200) }),
  response: v.object({
    directMessages: Rows(DirectMessage),
    /** Without `before`: messages above the page that were changed within two days. */
    changed: Added(Rows(DirectMessage)),
  }),
  failure: 'Failed to load messages',
})

export const sendDirectMessage = defineSpecWrite({
  path: '/api/send-direct-message',
  summary: 'Sends a message to another member. With track_id it shows the track as a card, and may have no text.',
  visibility: 'contact',
  query: changeQuery({
    recipient: Username,
    /** Empty only beside a track. */
    message: v.pipe(TextParam, v.trim(), v.maxLength(MESSAGE_MAX, `must be at most ${MESSAGE_MAX} characters`)),
    track_id: v.optional(Id),
  }),
  failure: 'Failed to send message',
})

/** The own message that a request changes: by its id, or by its request's client_id. */
const ownMessage = { message_id: v.optional(Id), message_client_id: v.optional(ClientId) }

export const editDirectMessage = defineContactWrite({
  path: '/api/edit-direct-message',
  summary: `Changes the text of an own message, within ${EDIT_MINUTES} minutes after the server received it.`,
  query: changeQuery({
    ...ownMessage,
    message: Written(MESSAGE_MAX),
  }),
  failure: 'Failed to edit message',
})

/** Deletes for both members, at any time. A deleted message is done already. */
export const deleteDirectMessage = defineContactWrite({
  path: '/api/delete-direct-message',
  summary: 'Deletes an own message for both members. A placeholder remains.',
  whileSuspended: true,
  query: changeQuery({ ...ownMessage }),
  failure: 'Failed to delete message',
})

/** Sets a state, so that repeats and late copies of one request count once. */
export const reactToMessage = defineContactWrite({
  path: '/api/react-to-message',
  summary: "Sets the member's emoji on a message of one of their conversations; without emoji removes it.",
  query: changeQuery({
    message_id: Id,
    emoji: v.optional(
      v.pipe(TextParam, v.maxLength(EMOJI_MAX, 'must be one emoji'), v.check(isOneEmoji, 'must be one emoji')),
    ),
  }),
  failure: 'Failed to react to message',
})

/** Marks messages from `sender` to `recipient`, the caller, as read. */
export const markMessagesRead = defineSpecWrite({
  path: '/api/mark-messages-read',
  summary: 'Marks messages read, up to the last id that was shown.',
  actor: 'recipient',
  whileSuspended: true,
  visibility: 'contact',
  query: v.object({ sender: Username, recipient: Username, up_to: v.optional(Id), client_id: v.optional(ClientId) }),
  failure: 'Failed to mark messages read',
})

export const getConversations = defineSpecRead({
  path: '/api/user/conversations',
  summary: "The member's conversations, latest first, at most 1,000.",
  visibility: 'contact',
  query: v.object({ user: Username }),
  response: v.object({ conversations: Rows(Conversation) }),
  failure: 'Failed to load conversations',
})
