import * as v from 'valibot'
import { defineOpenRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Count, NullableNum, Num } from '../wire.ts'

export const getStatus = defineOpenRead({
  path: '/api/user/status',
  summary: 'What is new for the session.',
  visibility: 'profile',
  query: v.object({}),
  response: v.object({
    viewer: v.nullable(v.string()),
    newest_broadcast: NullableNum,
    unread_messages: Count,
    /** At most 50 of the conversations in `unread_messages`: an action on one counts once. */
    unread_from: Added(Rows(v.object({ username: v.string(), unread: Num }))),
    swaps_waiting: Count,
    /** At most 50 of the swaps in `swaps_waiting`. */
    waiting_swaps: Added(Rows(v.object({ id: Num }))),
    /** Unseen activity, counted up to 100, without messages and swaps, which have own counts. */
    unread_activity: Added(Num),
    /** Changes with the tracks that the member and followed members play; 0: none plays. */
    now_playing: Added(Num),
    /** Unconfirmed warnings, and one for a suspension; see `GET /api/user/standing`. */
    notices: Added(Num),
    is_suspended: Bool,
    /** Open reports; 0 for members that are not admins. */
    open_reports: Added(Num),
  }),
  failure: 'Failed to fetch the status',
})
