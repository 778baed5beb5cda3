import * as v from 'valibot'
import { changeQuery, defineMemberWrite, defineOpenRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, ClientId, Id, Instant, Num, Text, Username, Written } from '../wire.ts'
import { CAPTION_MAX } from './broadcasts.ts'
import { Mention } from './mentions.ts'

export const REPLY_MAX = 500
/** The number of replies per page in the app. */
export const REPLIES_LIMIT = 50
/** How long a reply or a caption can be edited, in ms. */
export const EDITABLE_MS = 10 * 60_000

/** A reply to a broadcast. Replies have no replies. */
export const Reply = v.object({
  id: Num,
  user: v.string(),
  text: Text,
  timestamp: Instant,
  edited: Bool,
  pfpsm: Text,
  /** Members that the text mentions, without those hidden from the viewer. */
  mentions: v.fallback(Rows(Mention), []),
  /** Hidden by an admin: returned to its author only. */
  hidden: Bool,
  /** Returned to its author only: joins a cached response to the action that created it. */
  client_id: Added(v.string()),
})
export type Reply = v.InferOutput<typeof Reply>

export const getReplies = defineOpenRead({
  path: '/api/broadcast/replies',
  summary: 'The replies to a broadcast, newest first. before is the last id of the page above.',
  visibility: 'profile',
  query: v.object({ id: Id, current_user: v.optional(Username), ...pageParams(50) }),
  response: v.object({ replies: Rows(Reply) }),
  failure: 'Failed to load replies',
})

export const createReply = defineMemberWrite({
  path: '/api/create-reply',
  summary: 'Replies to a broadcast. Names after an @ become mentions.',
  visibility: 'profile',
  query: changeQuery({ broadcast: Id, text: Written(REPLY_MAX) }),
  failure: 'Failed to send reply',
})

/** Names a record by its id, or by the client_id of an unsent request that creates it. */
const made = { id: v.optional(Id), made_by: v.optional(ClientId) }

export const editReply = defineMemberWrite({
  path: '/api/edit-reply',
  summary: 'Changes the text of an own reply within 10 minutes. One of id and made_by is required.',
  visibility: 'profile',
  query: changeQuery({ ...made, text: Written(REPLY_MAX) }),
  failure: 'Failed to change reply',
})

export const deleteReply = defineOwnWrite({
  path: '/api/delete-reply',
  summary: 'Deletes an own reply. One of id and made_by is required.',
  whileSuspended: true,
  query: changeQuery({ ...made }),
  failure: 'Failed to delete reply',
})

export const editBroadcast = defineOwnWrite({
  path: '/api/edit-broadcast',
  summary: 'Changes the caption of an own broadcast within 10 minutes.',
  query: changeQuery({ id: Id, title: Written(CAPTION_MAX) }),
  failure: 'Failed to change broadcast',
})
