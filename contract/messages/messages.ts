import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, ClientId, Done, Id, Instant, Num, Text, Username, Written } from '../wire.ts'

export const Conversation = v.object({
  conversant: v.string(),
  lastconversation: Instant,
  unread: Added(Num),
  pfpsm: Added(v.string()),
})
export type Conversation = v.InferOutput<typeof Conversation>

export const DirectMessage = v.object({
  id: Num,
  message: Text,
  timestamp: Instant,
  /** `Outgoing`; any other value is incoming. */
  type: Text,
  client_id: Added(v.string()),
})
export type DirectMessage = v.InferOutput<typeof DirectMessage>

/** Characters, and bytes once encoded in the query string. */
export const MESSAGE_MAX = 1000
export const MESSAGE_MAX_ENCODED_BYTES = 6000

export const getDirectMessages = defineEndpoint({
  method: 'GET',
  path: '/api/user/direct-messages',
  summary: 'A conversation, oldest first; without limit the latest 200. before is the oldest id known.',
  access: 'member',
  actor: 'user',
  visibility: 'contact',
  query: v.object({ user: Username, conversant: Username, ...pageParams(200) }),
  response: v.object({ directMessages: Rows(DirectMessage) }),
  failure: 'Failed to load messages',
})

export const sendDirectMessage = defineEndpoint({
  method: 'POST',
  path: '/api/send-direct-message',
  summary: 'Sends a message to another member.',
  access: 'member',
  actor: 'user',
  visibility: 'contact',
  query: v.object({
    user: Username,
    recipient: Username,
    message: Written(MESSAGE_MAX),
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to send message',
})

/** Marks messages of `sender` to `recipient`, the caller, as read. */
export const markMessagesRead = defineEndpoint({
  method: 'POST',
  path: '/api/mark-messages-read',
  summary: 'Marks messages read, up to the last id that was shown.',
  access: 'member',
  actor: 'recipient',
  whileSuspended: true,
  visibility: 'contact',
  query: v.object({ sender: Username, recipient: Username, up_to: v.optional(Id), client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to mark messages read',
})

export const getConversations = defineEndpoint({
  method: 'GET',
  path: '/api/user/conversations',
  summary: "The member's conversations, latest first.",
  access: 'member',
  actor: 'user',
  visibility: 'contact',
  query: v.object({ user: Username }),
  response: v.object({ conversations: Rows(Conversation) }),
  failure: 'Failed to load conversations',
})
