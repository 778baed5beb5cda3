import { type Kysely, sql } from 'kysely'
import { JOB_SCHEMA } from '../job-schema.ts'
import type { Migration } from './migration.ts'

/**
 * Adds the job queue: a library creates its tables in a schema of their own (server/queue).
 * Copies of the database have its waiting jobs in `held_jobs`. The table `jobs` of due times is
 * unused from here on. It stays for processes of an earlier version, which run beside this one
 * during a rolling upgrade: a later version drops it.
 */
export const jobQueueMigration: Migration = {
  number: 27,
  name: 'job-queue',
  async up(db: Kysely<unknown>) {
    // Its owner may have created it for a role without the right to create schemas.
    const { rows } = await sql`select where to_regnamespace(${JOB_SCHEMA}) is not null`.execute(db)
    if (rows.length === 0) await sql`create schema ${sql.id(JOB_SCHEMA)}`.execute(db)
    await sql`create table held_jobs (
      id uuid primary key, queue text not null, key text not null, payload jsonb,
      run_at timestamptz not null)`.execute(db)
  },
}
