import type { FailedJob } from '#server/queue/failed-jobs.ts'
import { escapeControls } from '#server/telemetry/log.ts'

export function describeJobs(jobs: readonly FailedJob[]): string {
  if (jobs.length === 0) return 'No failed jobs.'
  return jobs
    .map(
      ({ id, queue, runs, failedAt, reason }) =>
        `${failedAt.toISOString()}  ${id}  ${queue}  ${runs} runs  ${escapeControls(reason)}`,
    )
    .join('\n')
}
