import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { defineAdminRead, defineAdminWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Bool, ClientId, Id, Instant, Nullable, NullableNum, Num, Text, Written } from '../wire.ts'

/** The longest reason, note or explanation that an admin writes. */
export const REASON_MAX = 500

export type QueuedReport = ResponseOf<typeof getReports>['reports'][number]

export const getReports = defineAdminRead({
  path: '/api/admin/reports',
  summary: 'Reports with the reported content, newest first; open ones, or all.',
  query: v.object({
    state: v.optional(v.picklist(['open', 'all'], 'must be open or all'), 'open'),
    ...pageParams(30),
  }),
  response: v.object({
    open: Num,
    reports: Rows(
      v.object({
        id: Num,
        /** Empty if the reporter's account is deleted. */
        reporter: Text,
        reported: v.string(),
        is_suspended: Bool,
        reason: Text,
        /** `Broadcast`, `Reply`, `Message` or `Swap` with its id; null: about the member. */
        relatedtype: Nullable(v.string()),
        relatedid: NullableNum,
        /** The reported text, as it was when it was reported. */
        quote: Text,
        /** A reply's broadcast. */
        within: NullableNum,
        /** For a broadcast or reply: whether it still exists, and whether it is hidden. */
        content: v.fallback(v.picklist(['visible', 'hidden', 'deleted', 'none']), 'none'),
        /** The number of open reports about the same member. */
        others_open: Num,
        timestamp: Instant,
        closed_at: Instant,
        /** The admin that closed it (empty if the account is deleted), and how; empty while it is open. */
        closed_by: Text,
        outcome: Text,
      }),
    ),
  }),
  failure: 'Failed to load the reports',
})

export const closeReport = defineAdminWrite({
  path: '/api/admin/close-report',
  summary: 'Closes a report without a measure. One that is closed stays as it is.',
  query: v.object({ id: Id, note: v.optional(Written(REASON_MAX)), client_id: v.optional(ClientId) }),
  failure: 'Failed to close the report',
})
