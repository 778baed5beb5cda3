import { getReplies, REPLIES_LIMIT } from '#contract/broadcasts/replies.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { repliesKey } from '../keys.ts'
import { olderReplyReads, overlayOlderReplies, overlayReplies, replyReads } from './overlay.ts'

/** The newest replies to a broadcast; null from a host without replies. */
export const repliesQuery = (member: string | null, id: number) =>
  additionQuery(getReplies, { current_user: member ?? undefined, id, limit: REPLIES_LIMIT }, repliesKey(id), {
    overlay: (response, pending) => overlayReplies(id, response && response.replies, pending),
    reads: replyReads,
  })

/** The replies below a reply. Changed by edits and deletions, so refetched with the newest ones. */
export const olderRepliesQuery = (member: string | null, id: number, before: number) =>
  endpointQuery(
    getReplies,
    { current_user: member ?? undefined, id, limit: REPLIES_LIMIT, before },
    ['broadcasts', 'replies', id, before],
    {
      overlay: ({ replies }, pending) => overlayOlderReplies(replies, pending),
      reads: olderReplyReads,
      isFleeting: true,
    },
  )
