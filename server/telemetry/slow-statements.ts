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
  const executions: { readonly statement: string; readonly ms: number; readonly at: Date }[] = []
  return {
    add(statement: string, ms: number, at: Date) {
      executions.push({ statement, ms, at })
      if (executions.length > EXECUTIONS_MAX) executions.shift()
    },
    /** Lists those of the last hour by text, the slowest first. */
    list(now: Date): SlowStatement[] {
      const since = now.getTime() - HOUR_MS
      const recent = executions.filter(({ at }) => at.getTime() >= since)
      const found = [...Map.groupBy(recent, ({ statement }) => statement)].map(([statement, runs]) => ({
        statement,
        count: runs.length,
        longest_ms: Math.round(Math.max(...runs.map(({ ms }) => ms))),
        last_at: new Date(Math.max(...runs.map(({ at }) => at.getTime()))).toISOString(),
      }))
      return found.toSorted((one, other) => other.longest_ms - one.longest_ms).slice(0, LISTED)
    },
  }
}
