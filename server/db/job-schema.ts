/** The job queue's schema: pg-boss creates its tables and updates them. */
export const JOB_SCHEMA = 'flipside_jobs'

export const JOB_TABLE = `${JOB_SCHEMA}.job`

/**
 * The where clause for jobs that a database copy must have: added and not done. The library's own
 * jobs and scheduled ones are added again by a server.
 */
export const WAITING_JOBS = `state in ('created', 'retry', 'active') and policy = 'short'`
