/** A finished request. `route` is a path of the contract or a pattern, never a path with a name. */
export interface ObservedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** What the server counts. server/metrics implements it, and docs/what-to-watch.md explains it. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void
  /** Counts a run of a job. */
  countJob(name: string, outcome: 'done' | 'failed'): void
  countSlowQuery(): void
}
