import type { OpenReport } from '#server/reports/index.ts'

/** Reports as an operator reads them in a terminal. */
export function describeReports(reports: readonly OpenReport[]): string {
  if (reports.length === 0) return 'No report is open.'
  return reports.map(describeReport).join('\n\n')
}

function describeReport({ id, reporter, reported, reason, about, quote, reportedAt }: OpenReport): string {
  const what = about === undefined ? '' : `, ${about.type.toLowerCase()} ${about.id}`
  return [
    `#${id} ${reportedAt.toISOString()}: ${reporter ?? 'somebody who left'} reports ${reported}${what}`,
    `  reason: ${printable(reason)}`,
    ...(quote === '' ? [] : [`  words: ${printable(quote)}`]),
  ].join('\n')
}

/** What members wrote must not command the terminal, nor look like lines of ours. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
