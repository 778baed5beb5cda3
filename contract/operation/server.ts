import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { defineAdminRead, defineAdminWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, ClientId, Count, Instant, Nullable, Num, Text, TextParam } from '../wire.ts'

/** An event count by name, such as an outcome. */
const Counted = v.object({ name: v.string(), count: Count })

export type ServerState = ResponseOf<typeof getServerState>
export type JobQueueState = ServerState['queues'][number]

export const getServerState = defineAdminRead({
  path: '/api/admin/server',
  summary:
    'The state of the server. Version, backup, disk, counts and slow statements are those of the process that responds.',
  query: v.object({}),
  response: v.object({
    version: Text,
    commit: Text,
    /** When the responding process started. */
    started_at: Instant,
    database: v.object({
      version: Text,
      bytes: Count,
      /** The last migration's number and name, and when it ran. */
      migration: Count,
      migration_name: Text,
      migrated_at: Instant,
    }),
    /** Those with jobs, or with work that is pending elsewhere. */
    queues: Rows(
      v.object({
        name: v.string(),
        waiting: Count,
        running: Count,
        failed: Count,
        /** How long the oldest due job has been due, in seconds. */
        oldest_seconds: Num,
      }),
    ),
    /** The newest first, at most 20. */
    failed_jobs: Rows(v.object({ id: v.string(), queue: v.string(), runs: Count, failed_at: Instant, reason: Text })),
    /** Empty times: none is known. */
    backup: v.object({ completed_at: Instant, failed_at: Instant, is_overdue: Bool }),
    /** For DATA_DIR; null if the system does not say. */
    disk: Nullable(v.object({ free_bytes: Count, total_bytes: Count })),
    is_mail_configured: Bool,
    /** Since the process started, by outcome. */
    mails: Rows(Counted),
    pushes: Rows(Counted),
    relays: Rows(Counted),
    /** Requests over a limit since then, by route. */
    limited: Rows(Counted),
    /** From the last hour, by text, the slowest first. */
    slow_statements: Rows(v.object({ statement: v.string(), count: Count, longest_ms: Count, last_at: Instant })),
  }),
  failure: 'Failed to load the state of the server',
})

/** Queues have names in kebab case. */
const QueueName = v.pipe(TextParam, v.regex(/^[a-z][a-z-]{0,63}$/, 'must be the name of a queue'))

export const retryJobs = defineAdminWrite({
  path: '/api/admin/retry-jobs',
  summary: 'Runs all failed jobs of a queue again. Without any, it changes nothing.',
  query: v.object({ queue: QueueName, client_id: v.optional(ClientId) }),
  failure: 'Failed to retry the jobs',
})
