import * as v from 'valibot'
import { defineMemberRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Id, Instant, NullableNum, Num, Text, Username } from '../wire.ts'

/** Only a swap's two members see it. */
export const getTrackSwaps = defineMemberRead({
  path: '/api/track/swaps',
  summary: "The newest twenty completed swaps of the member in which either side's track is this one.",
  visibility: 'contact',
  query: v.object({ user: Username, id: Id }),
  response: v.object({
    swaps: Rows(
      v.object({
        id: Num,
        partner: v.string(),
        pfpsm: Text,
        rating: NullableNum,
        completed_timestamp: Instant,
      }),
    ),
  }),
  failure: 'Failed to fetch track swaps',
})
