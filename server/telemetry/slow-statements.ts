export interface SlowStatement {
  readonly statement: string
  readonly count: number
  readonly longestMs: number
  readonly lastAt: Date
}

const HOUR_MS = 3_600_000
/** The most executions remembered: a database that hangs makes all statements slow. */
const EXECUTIONS_MAX = 1000
const LISTED = 10

/** Remembers slow statements from the last hour. */
export interface SlowStatements {
  add(statement: string, ms: number, at: Date): void
  /** Lists them by text, the slowest first. */
  list(now: Date): readonly SlowStatement[]
}

export function createSlowStatements(): SlowStatements {
  const executions: { readonly statement: string; readonly ms: number; readonly at: Date }[] = []
  return {
    add(statement, ms, at) {
      executions.push({ statement, ms, at })
      if (executions.length > EXECUTIONS_MAX) executions.shift()
    },
    list(now) {
      const since = now.getTime() - HOUR_MS
      const recent = executions.filter(({ at }) => at.getTime() >= since)
      const found = [...Map.groupBy(recent, ({ statement }) => statement)].map(([statement, runs]) => ({
        statement,
        count: runs.length,
        longestMs: Math.round(Math.max(...runs.map(({ ms }) => ms))),
        lastAt: new Date(Math.max(...runs.map(({ at }) => at.getTime()))),
      }))
      return found.toSorted((one, other) => other.longestMs - one.longestMs).slice(0, LISTED)
    },
  }
}
