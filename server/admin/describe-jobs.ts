import { escapeControls } from '#server/http/log.ts'
import type { FailedJob } from '#server/queue/failed-jobs.ts'

/** Returns the failed jobs as text, one per line. */
export function describeJobs(jobs: readonly FailedJob[]): string {
  if (jobs.length === 0) return 'No failed jobs.'
  return jobs
    .map(
      ({ id, queue, runs, failedAt, reason }) =>
        `${failedAt.toISOString()}  ${id}  ${queue}  ${runs} runs  ${escapeControls(reason)}`,
    )
    .join('\n')
}
