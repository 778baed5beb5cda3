export interface Connection {
  /** Whether our server can be reached, as the last request found it. */
  isReachable: boolean
  /** When that became so, in ms since 1970; undefined before anything was asked. */
  since: number | undefined
}

export type Connectivity = ReturnType<typeof createConnectivity>

/**
 * Knows whether the server can be reached: from the outcomes of requests. `navigator.onLine` is believed only when it
 * says no (measured: it stays true when the origin is down), and its yes is no more than a reason to try.
 */
export function createConnectivity(deps: { now: () => number; isNavigatorOnline: () => boolean }) {
  let connection: Connection = { isReachable: deps.isNavigatorOnline(), since: undefined }
  const watchers = new Set<(connection: Connection) => void>()

  const become = (isReachable: boolean) => {
    if (connection.isReachable === isReachable && connection.since !== undefined) return
    const isNews = connection.isReachable !== isReachable
    connection = { isReachable, since: deps.now() }
    if (isNews) for (const watcher of watchers) watcher(connection)
  }

  return {
    connection: () => connection,
    subscribe: (watcher: (connection: Connection) => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** A request came to an end. An answer that was under way when the network went does not bring it back. */
    report: (outcome: 'answered' | 'unreachable') => become(outcome === 'answered' && deps.isNavigatorOnline()),
    /** The browser noticed a change of network. */
    navigatorChanged: () => {
      if (!deps.isNavigatorOnline()) become(false)
    },
  }
}
