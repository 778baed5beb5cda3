/** A finished request. `route` is a path of the contract or a pattern, never a path with a name. */
export interface ObservedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/**
 * What became of a mail: the SMTP server accepted it, rejected it for good, or could not be used
 * and a retry follows; or it was not sent because of a rate limit or an address that cannot be
 * mailed.
 */
export type MailOutcome = 'sent' | 'rejected' | 'failed' | 'limited' | 'unmailable'

/** What the server counts. server/metrics implements it, and docs/what-to-watch.md explains it. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void
  /** Counts a run of a job. */
  countJob(name: string, outcome: 'done' | 'failed'): void
  countSlowQuery(): void
  /** Counts a mail by its kind and what became of it. */
  countMail(kind: string, outcome: MailOutcome): void
}
