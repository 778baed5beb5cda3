import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Added, Count, Nullable, NullableNum, Num } from '../wire.ts'

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/api/user/status',
  addition: true,
  summary: 'What is new for the session: newest broadcast, unread messages, swaps that wait for the member.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({}),
  response: v.object({
    viewer: Nullable(v.string()),
    newest_broadcast: NullableNum,
    unread_messages: Count,
    swaps_waiting: Count,
    /** Entries of the activity not seen yet, counted to 100, but messages and turns of swaps, which have their own numbers. */
    unread_activity: Added(Num),
    /** Changes whenever what those whom the member follows play now does; 0: none of them plays. */
    now_playing: Added(Num),
  }),
  failure: 'Failed to fetch the status',
})
