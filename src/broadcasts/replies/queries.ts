import { getReplies, REPLIES_LIMIT, type Reply } from '#contract/broadcasts/replies.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { repliesKey } from '../keys.ts'
import { olderReplyReads, overlayOlderReplies, overlayReplies, replyReads } from './overlay.ts'

/** The newest replies to a broadcast; null from a host without replies. */
export const repliesQuery = (member: string | null, id: number) =>
  liveQuery({
    queryKey: repliesKey(id),
    fetch: (options) =>
      ifComputed<{ replies: Reply[] }, 'unchanged'>(
        poll(getReplies, { current_user: member ?? undefined, id, limit: REPLIES_LIMIT }, options),
      ),
    overlay: (response, pending) => overlayReplies(id, response && response.replies, pending),
    reads: replyReads,
  })

/** The replies below a reply. Changed by edits and deletions, so refetched with the newest ones. */
export const olderRepliesQuery = (member: string | null, id: number, before: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'replies', id, before],
    fetch: (options) =>
      poll(getReplies, { current_user: member ?? undefined, id, limit: REPLIES_LIMIT, before }, options),
    overlay: ({ replies }, pending) => overlayOlderReplies(replies, pending),
    reads: olderReplyReads,
    isFleeting: true,
  })
