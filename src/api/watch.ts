/** A request of the app while it is open; each has an object of its own. */
export interface TrackedRequest {
  /** Which endpoint it is for: without host and query. */
  readonly path: string
}

/**
 * How a request ended. `responded`: any response, also an error. `silent`: none, by network or time-out, or only the
 * worker's stored copy. `aborted`: given up by the app, which means nothing.
 */
export type RequestOutcome = 'responded' | 'silent' | 'aborted'

export interface RequestWatcher {
  started: (request: TrackedRequest) => void
  ended: (outcome: RequestOutcome, request: TrackedRequest) => void
}

const watchers = new Set<RequestWatcher>()

/** Reports every request of the app to `watcher`. Returns how to stop. */
export function watchRequests(watcher: RequestWatcher): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The watcher that passes everything on to those of `watchRequests`. */
export const allWatchers: RequestWatcher = {
  started: (request) => {
    for (const watcher of watchers) watcher.started(request)
  },
  ended: (outcome, request) => {
    for (const watcher of watchers) watcher.ended(outcome, request)
  },
}
