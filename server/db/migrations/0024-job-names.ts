import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Old and new ids of jobs. */
const JOBS: readonly (readonly [string, string])[] = [
  ['delete old sessions', 'delete-expired-sessions'],
  ['delete old answers to client_ids', 'delete-old-client-ids'],
  ['delete old rate limits', 'delete-old-rate-limits'],
  ['delete old reset links', 'delete-old-password-resets'],
  ['delete old addresses', 'delete-old-addresses'],
  ['delete old authors of deleted broadcasts', 'delete-old-deleted-broadcasts'],
  ['find imports whose server has died', 'fail-dead-imports'],
  ['forget what has ended playing', 'delete-ended-now-playing'],
  ['forget ways to Last.fm', 'purge-lastfm-auth-requests'],
  ['forget turns at services', 'purge-service-slots'],
  ['end unanswered swaps', 'end-unanswered-swaps'],
  ['have charts fetched every day', 'schedule-daily-chart-refresh'],
  ['count what was listened to', 'update-artist-counts'],
  ['look for impossible days', 'check-impossible-days'],
  ['find similar taste', 'update-similar-taste'],
]

/** Renames the jobs and preserves their due times. */
export const jobNamesMigration: Migration = {
  number: 24,
  name: 'job-names',
  async up(db: Kysely<unknown>) {
    for (const [from, to] of JOBS) await sql`update jobs set name = ${to} where name = ${from}`.execute(db)
  },
}
