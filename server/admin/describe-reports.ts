import type { OpenReport } from '#server/reports/index.ts'
import { removeControls } from './command.ts'

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
