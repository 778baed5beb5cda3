import { countErrors, findUnexplained, isFailed, type RequestLog } from './request-log.ts'
import type { Verdict } from './verify-writes.ts'
import type { WriteLedger } from './write-ledger.ts'

/** Returns a run's table. */
export function formatReport(
  title: string,
  verdicts: readonly Verdict[],
  log: RequestLog,
  ledger: WriteLedger,
): string {
  const rows = verdicts.map(({ kind, acknowledged, lost, doubled }) => [
    kind,
    acknowledged,
    lost.length,
    doubled.length,
  ])
  const errors = Object.entries(countErrors(log)).map(([outcome, count]) => `${count} x ${outcome}`)
  const durations = log.attempts
    .filter((attempt) => !isFailed(attempt))
    .map(({ startedAt, endedAt }) => endedAt - startedAt)
    .toSorted((a, b) => a - b)
  const formatPercentile = (share: number) => `${(durations[Math.floor(durations.length * share)] ?? 0).toFixed(0)} ms`
  return [
    title,
    ...[['', 'acknowledged', 'lost', 'doubled'], ...rows].map((row) => formatRow(row)),
    `${log.attempts.length} requests; errors: ${errors.join(', ') || 'none'}; not in flight at a fault: ${findUnexplained(log).length}`,
    `rejected: ${ledger.rejections.length}; p50 ${formatPercentile(0.5)}, p99 ${formatPercentile(0.99)}`,
  ].join('\n')
}

const formatRow = ([kind = '', ...numbers]: readonly (string | number)[]) =>
  `  ${String(kind).padEnd(12)}${numbers.map((number) => String(number).padStart(14)).join('')}`
