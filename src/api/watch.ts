/** A request in flight; each has its own object. */
export interface TrackedRequest {
  /** Path of the endpoint, without host and query. */
  readonly path: string
  /** A read: its outcome does not depend on what is written. */
  readonly isRead: boolean
}

/**
 * How a request ended. `responded`: a response from the app's own server, also a refusal. `failed`:
 * a response that cannot be used, from a server in trouble or an intermediary. `silent`: none, by
 * network or timeout. `aborted`: cancelled by the app, without meaning for connectivity.
 */
export type RequestOutcome = 'responded' | 'failed' | 'silent' | 'aborted'

export interface RequestWatcher {
  started: (request: TrackedRequest) => void
  ended: (outcome: RequestOutcome, request: TrackedRequest) => void
}

const watchers = new Set<RequestWatcher>()

/** Reports every app request to `watcher`. Returns a function that stops it. */
export function watchRequests(watcher: RequestWatcher): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const allWatchers: RequestWatcher = {
  started: (request) => {
    for (const watcher of watchers) watcher.started(request)
  },
  ended: (outcome, request) => {
    for (const watcher of watchers) watcher.ended(outcome, request)
  },
}
