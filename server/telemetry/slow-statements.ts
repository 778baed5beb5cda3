export interface SlowStatement {
  readonly statement: string
  readonly count: number
  readonly longest_ms: number
  /** ISO. */
  readonly last_at: string
}

const HOUR_MS = 3_600_000
/** The most executions remembered: a database that hangs makes all statements slow. */
const EXECUTIONS_MAX = 1000
const LISTED = 10

/** Remembers slow statements from the last hour. */
export function createSlowStatements() {
  const executions: SlowStatement[] = []
  return {
    add(statement: string, ms: number, at: Date) {
      executions.push({ statement, count: 1, longest_ms: Math.round(ms), last_at: at.toISOString() })
      if (executions.length > EXECUTIONS_MAX) executions.shift()
    },
    list: (now: Date) => mergeSlowStatements(executions, now),
  }
}

/** Merges entries with the same text. Lists those of the last hour, the slowest first. */
export function mergeSlowStatements(entries: readonly SlowStatement[], now: Date): SlowStatement[] {
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  const recent = entries.filter(({ last_at }) => last_at >= since)
  const found = [...Map.groupBy(recent, ({ statement }) => statement)].map(([statement, runs]) => ({
    statement,
    count: runs.reduce((sum, { count }) => sum + count, 0),
    longest_ms: Math.max(...runs.map(({ longest_ms }) => longest_ms)),
    last_at: runs.reduce((latest, { last_at }) => (last_at > latest ? last_at : latest), ''),
  }))
  return found.toSorted((one, other) => other.longest_ms - one.longest_ms).slice(0, LISTED)
}
