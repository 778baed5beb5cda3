import * as v from 'valibot'
import { changeQuery, defineContactWrite } from '../endpoint-kinds.ts'
import { Id, Username, Written } from '../wire.ts'

export const REPORT_MAX = 500

/** `relatedid`: the reported broadcast, reply, message or swap; without it the member is reported. */
export const report = defineContactWrite({
  path: '/api/user/report',
  summary: 'Reports a member, or something the member made, to the admins, with a reason.',
  query: changeQuery({
    other: Username,
    reason: Written(REPORT_MAX),
    relatedtype: v.optional(
      v.picklist(['Broadcast', 'Reply', 'Message', 'Swap'], 'must be Broadcast, Reply, Message or Swap'),
    ),
    relatedid: v.optional(Id),
  }),
  failure: 'Failed to send the report',
})
