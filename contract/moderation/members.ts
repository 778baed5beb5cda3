import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { defineAdminRead } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Bool, Count, Instant, Num, Text, TextParam, Username } from '../wire.ts'

export type ListedMember = ResponseOf<typeof getMembers>['members'][number]
export type MemberRecord = ResponseOf<typeof getMemberRecord>

export const getMembers = defineAdminRead({
  path: '/api/admin/members',
  summary: 'Members with a name that contains a term, newest first: all, suspended ones or admins.',
  query: v.object({
    search_term: v.optional(v.pipe(TextParam, v.trim(), v.maxLength(64, 'must be at most 64 characters')), ''),
    state: v.optional(v.picklist(['all', 'suspended', 'admins'], 'must be all, suspended or admins'), 'all'),
    ...pageParams(50),
  }),
  response: v.object({
    total: Count,
    members: Rows(
      v.object({
        id: Num,
        username: v.string(),
        pfpsm: Text,
        joined_at: Instant,
        /** Updated at most hourly. */
        last_seen_at: Instant,
        is_admin: Bool,
        is_suspended: Bool,
        open_reports: Count,
      }),
    ),
  }),
  failure: 'Failed to load the members',
})

const Entry = v.object({ id: Num, text: Text, by: Text, timestamp: Instant })

export const getMemberRecord = defineAdminRead({
  path: '/api/admin/member',
  summary: 'What admins know of a member: standing, warnings, notes, reports, sessions, who invited them.',
  query: v.object({ member: Username }),
  response: v.object({
    username: v.string(),
    pfpmed: Text,
    joined_at: Instant,
    last_seen_at: Instant,
    is_admin: Bool,
    /** Whether ending the admin rights would leave no admin. */
    is_last_admin: Bool,
    broadcasts: Count,
    sessions: Count,
    passkeys: Count,
    has_identity: Bool,
    /** The used invitation's author; empty without one. */
    invited_by: Text,
    /** The suspension in force, if any; `until` is empty if it has no end. */
    suspension: v.nullable(v.object({ reason: Text, until: Instant, by: Text, since: Instant })),
    /** The newest first, at most 50. `confirmed_at`: the member has seen it. */
    warnings: Rows(v.object({ ...Entry.entries, confirmed_at: Instant })),
    /** The newest first, at most 50. */
    notes: Rows(Entry),
    reports_about: Count,
    reports_open: Count,
    reports_made: Count,
  }),
  failure: 'Failed to load the member',
})

/** A measure of an admin. */
export type AuditEntry = ResponseOf<typeof getAuditLog>['entries'][number]

export const getAuditLog = defineAdminRead({
  path: '/api/admin/audit-log',
  summary: 'What admins have done, newest first; of all members, or about one.',
  query: v.object({ member: v.optional(Username), ...pageParams(50) }),
  response: v.object({
    entries: Rows(
      v.object({
        id: Num,
        timestamp: Instant,
        /** Empty: the command line (`by_id` 0), or an admin with a deleted account. */
        by: Text,
        by_id: Num,
        /** `warned`, `suspended` and so on: the server's `auditActions`. */
        action: v.string(),
        /** The member that it concerns; empty without one, or if the account is deleted. */
        member: Text,
        reason: Text,
        /** A suspension's end, a changed setting: text by the server. */
        detail: Text,
        report: Num,
      }),
    ),
  }),
  failure: 'Failed to load the log',
})
