import type { SignedIn } from '#contract/accounts/sessions.ts'
import type { FailedJob } from '#server/queue/failed-jobs.ts'
import type { OpenReport } from '#server/reports/index.ts'
import { escapeControls } from '#server/telemetry/log.ts'
import { formatMinute, removeControls } from './command.ts'

export function describeJobs(jobs: readonly FailedJob[]): string {
  if (jobs.length === 0) return 'No failed jobs.'
  return jobs
    .map(
      ({ id, queue, runs, failedAt, reason }) =>
        `${failedAt.toISOString()}  ${id}  ${queue}  ${runs} runs  ${escapeControls(reason)}`,
    )
    .join('\n')
}

export function describeReports(reports: readonly OpenReport[]): string {
  if (reports.length === 0) return 'No report is open.'
  return reports.map(describeReport).join('\n\n')
}

function describeReport({ id, reporter, reported, reason, about, quote, reportedAt }: OpenReport): string {
  const content = about === undefined ? '' : `, ${about.type.toLowerCase()} ${about.id}`
  return [
    `#${id} ${reportedAt.toISOString()}: ${reporter ?? 'a former member'} reports ${reported}${content}`,
    `  reason: ${removeControls(reason)}`,
    ...(quote === '' ? [] : [`  words: ${removeControls(quote)}`]),
  ].join('\n')
}

/** A member's sessions, the last used first. Device names contain no control characters. */
export function describeSessions(name: string, sessions: readonly SignedIn[]): string {
  if (sessions.length === 0) return `${name} is signed in nowhere.`
  const lines = sessions.map(
    ({ id, device, created_at, last_used_at }) =>
      `#${id}  ${device || 'unknown device'}, since ${formatMinute(created_at)}, last used ${formatMinute(last_used_at)}`,
  )
  return [`${name} is signed in at ${sessions.length}:`, ...lines].join('\n')
}
