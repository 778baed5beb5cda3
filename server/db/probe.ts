/** A server's write-ahead log state. */
export interface LogState {
  readonly isStandby: boolean
  /** Identifies the servers that are copies of each other. */
  readonly cluster: string
  /** In bytes: where a primary's log ends, and what a standby has replayed. */
  readonly position: number
}

/** A connection outside the pool, so that a busy pool is no outage. */
export interface Probe {
  /** Resolves to the database's time, in ms. Rejects if it does not respond. */
  ping(): Promise<number>
  /** Resolves to the position in the write-ahead log. Rejects if it does not respond. */
  readLog(): Promise<LogState>
  /** Closes the connection without waiting for the database. */
  close(): void
}
