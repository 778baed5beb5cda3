import type { SlowStatement } from './slow-statements.ts'

/** A finished request. `route` is a contract path or a pattern, never a path with a name. */
interface ObservedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/**
 * A mail's outcome: the SMTP server accepted it, rejected it for good, or could not be used and a
 * retry follows; or it was not sent due to a rate limit or an address that cannot be mailed.
 */
export type MailOutcome = 'sent' | 'rejected' | 'failed' | 'limited' | 'unmailable'

/**
 * The outcome for relayed listens: the service accepted or ignored them. `failed` and `stopped`
 * count requests: a retry follows, or the member has to intervene.
 */
type RelayOutcome = 'accepted' | 'ignored' | 'failed' | 'stopped'

/**
 * A push's outcome: the push service accepted it; the subscription has ended; it was rejected for
 * good; it failed and a retry follows; it was too late; or it was not sent, because its entry was
 * read or deleted, or the member does not want it.
 */
export type PushOutcome = 'sent' | 'gone' | 'rejected' | 'failed' | 'expired' | 'skipped'

/** A count by name, such as an outcome or a route. */
export interface NamedCount {
  readonly name: string
  readonly count: number
}

/**
 * What this process has counted since its start, by outcome; requests over a limit by route. Slow
 * statements are those of the last hour. The largest and slowest first.
 */
interface Counts extends Readonly<Record<'mails' | 'pushes' | 'relays' | 'limited', NamedCount[]>> {
  readonly slow_statements: SlowStatement[]
}

/** What the server counts. server/metrics implements it, and docs/what-to-watch.md explains it. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void
  countJob(name: string, outcome: 'done' | 'failed'): void
  /** Counts a read that the standby may serve, by the server that has served it. */
  countRead(server: 'standby' | 'primary'): void
  /** Counts a slow statement, and remembers its text for an hour. */
  countSlowQuery(statement: string, ms: number): void
  readCounts(): Promise<Counts>
  countMail(kind: string, outcome: MailOutcome): void
  /** Counts relayed listens, or a failed request, to a service. */
  countRelay(service: string, outcome: RelayOutcome, count: number): void
  countPush(kind: string, outcome: PushOutcome): void
  /** Records the time from a push's cause until the push service has accepted it. */
  observePush(seconds: number): void
}
