/** The schema of the job queue: pg-boss creates its tables and updates them. */
export const JOB_SCHEMA = 'flipside_jobs'

/** The table of all jobs, as a qualified name. */
export const JOB_TABLE = `${JOB_SCHEMA}.job`

/**
 * Where clause of jobs that a copy of the database must have: those that were added and are not
 * done. The library's own jobs and scheduled ones are added again by a server.
 */
export const WAITING_JOBS = `state in ('created', 'retry', 'active') and policy = 'short'`
