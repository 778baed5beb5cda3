import type { RequestOutcome, TrackedRequest } from '#src/api/watch.ts'

export interface Connection {
  /** False while no request gets a response, or while the browser reports no network. */
  readonly isReachable: boolean
  /** A request is open for `SLOW_MS` and nothing has responded since it left. */
  readonly isSlow: boolean
}

type Watcher = (connection: Connection, before: Connection) => void

export type Connectivity = ReturnType<typeof createConnectivity>

interface ConnectivityDeps {
  /** A clock that is never set back, in ms. */
  now: () => number
  isNavigatorOnline: () => boolean
  /** Calls back once after `ms`; returns a function that cancels it. */
  later?: (ms: number, callback: () => void) => () => void
}

/** A connection that accepts requests and does not respond is reported as slow after this long. */
const SLOW_MS = 4000
/** After this long another endpoint is requested: if it responds, only the first one is slow. */
const DOUBT_MS = 2500
/**
 * Responses this soon after a request's start belong to the same burst: the connection may have
 * stalled after them.
 */
const BURST_MS = 1000
/**
 * The number of endpoints without a response, with no response between them, that means a lost
 * connection.
 */
const SILENT_ENDPOINTS = 2

/**
 * Derives the connection's state from the outcomes of all requests. One endpoint that does not
 * respond is a fault of that endpoint: the connection is lost when a second one does not respond
 * either (`onDoubt` starts the request that decides it), and it is back with any response.
 * `navigator.onLine` is trusted only when it is false (measured: it stays true when the origin is
 * down).
 */
export function createConnectivity({ now, isNavigatorOnline, later = timer }: ConnectivityDeps) {
  let connection: Connection = { isReachable: isNavigatorOnline(), isSlow: false }
  const watchers = new Set<Watcher>()
  const doubters = new Set<(path: string) => void>()
  /** The start time of each open request. */
  const open = new Map<TrackedRequest, number>()
  const silent = new Set<string>()
  let respondedAt = Number.NEGATIVE_INFINITY
  let cancelSlow = () => {}
  /** The open request for which another endpoint was requested. */
  let doubted: TrackedRequest | undefined

  const set = (change: Partial<Connection>) => {
    const next = { ...connection, ...change }
    if (next.isReachable === connection.isReachable && next.isSlow === connection.isSlow) return
    const before = connection
    connection = next
    for (const watcher of watchers) watcher(connection, before)
  }
  const doubt = (path: string) => {
    if (connection.isReachable) for (const doubter of doubters) doubter(path)
  }
  /**
   * Checks the oldest open request without a later response, now and when it reaches the age limit.
   */
  const checkSlow = () => {
    cancelSlow()
    const [oldest] = [...open].filter(([, startedAt]) => respondedAt < startedAt + BURST_MS)
    if (oldest === undefined) return set({ isSlow: false })
    const [request, startedAt] = oldest
    const waitMs = startedAt + (doubted === request ? SLOW_MS : DOUBT_MS) - now()
    set({ isSlow: startedAt + SLOW_MS <= now() })
    if (waitMs > 0) cancelSlow = later(waitMs, checkSlow)
    else if (doubted !== request) {
      doubted = request
      cancelSlow = later(SLOW_MS - DOUBT_MS, checkSlow)
      doubt(request.path)
    }
  }
  const respond = () => {
    if (!isNavigatorOnline()) return // It was in flight when the network was lost.
    silent.clear()
    respondedAt = now()
    set({ isReachable: true })
  }
  const fail = (path: string, startedAt: number) => {
    if (respondedAt > startedAt) return // Other requests have had a response meanwhile.
    silent.add(path)
    if (silent.size >= SILENT_ENDPOINTS) set({ isReachable: false })
    else doubt(path)
  }
  /** Applies the browser's report that there is no network at once. */
  const navigatorChanged = () => {
    if (!isNavigatorOnline()) set({ isReachable: false })
  }

  return {
    connection: () => connection,
    subscribe: (watcher: Watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /**
     * Calls back with the path of an endpoint that does not respond while the state of the others
     * is unknown.
     */
    onDoubt: (doubter: (path: string) => void) => {
      doubters.add(doubter)
      for (const path of silent) doubter(path)
      return () => void doubters.delete(doubter)
    },
    started: (request: TrackedRequest) => {
      open.set(request, now())
      checkSlow()
    },
    ended: (outcome: RequestOutcome, request: TrackedRequest) => {
      const startedAt = open.get(request) ?? now()
      open.delete(request)
      navigatorChanged()
      if (outcome === 'responded') respond()
      else if (outcome === 'silent') fail(request.path, startedAt)
      checkSlow()
    },
    navigatorChanged,
  }
}

function timer(ms: number, callback: () => void) {
  const id = setTimeout(callback, ms)
  return () => clearTimeout(id)
}
