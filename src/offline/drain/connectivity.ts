import type { RequestOutcome, TrackedRequest } from '#src/api/watch.ts'
import { later as timer } from './later.ts'

export interface Connection {
  /** False while no request gets a response, or while the browser reports no network. */
  readonly isReachable: boolean
  /** A request is open for `SLOW_MS` and nothing has responded since it left. */
  readonly isSlow: boolean
  /** No endpoint has a usable response, as behind a captive portal. Not if only writes fail. */
  readonly isFailing: boolean
}

/** Returns whether requests reach the server and can be expected to succeed. */
export const isWorking = ({ isReachable, isFailing }: Connection) => isReachable && !isFailing

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
/** Responses this soon after a request's start are one burst, after which it may have stalled. */
const BURST_MS = 1000
/** This many endpoints without any response between them mean a lost connection. */
const SILENT_ENDPOINTS = 2
/** This many endpoints without a usable response, a read among them, mean that all fail. */
const FAILING_ENDPOINTS = 2

/**
 * Derives the connection's state from the outcomes of all requests. One endpoint that does not
 * respond is a fault of that endpoint: the connection is lost when a second one does not respond
 * either (`onDoubt` starts the request that decides it), and it is back with any response.
 * `navigator.onLine` is trusted only when it is false (measured: it stays true when the origin is
 * down). Responses that cannot be used are counted likewise: see `isFailing`.
 */
export function createConnectivity({ now, isNavigatorOnline, later = timer }: ConnectivityDeps) {
  let connection: Connection = { isReachable: isNavigatorOnline(), isSlow: false, isFailing: false }
  const watchers = new Set<Watcher>()
  const doubters = new Set<(path: string) => void>()
  const open = new Map<TrackedRequest, number>()
  const silent = new Set<string>()
  /** Endpoints without a usable response since the last one, and whether each is a read. */
  const failing = new Map<string, boolean>()
  let respondedAt = Number.NEGATIVE_INFINITY
  let usableAt = Number.NEGATIVE_INFINITY
  let cancelSlow = () => {}
  /** The open request for which another endpoint was requested. */
  let doubted: TrackedRequest | undefined

  const set = (change: Partial<Connection>) => {
    const next = { ...connection, ...change }
    const before = connection
    if (next.isReachable === before.isReachable && next.isSlow === before.isSlow && next.isFailing === before.isFailing)
      return
    connection = next
    for (const watcher of watchers) watcher(connection, before)
  }
  const doubt = (path: string) => {
    if (connection.isReachable) for (const doubter of doubters) doubter(path)
  }
  /** Checks the oldest open request, now and when it reaches the age limit. */
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
  const respond = (isUsable: boolean) => {
    if (!isNavigatorOnline()) return // It was in flight when the network was lost.
    silent.clear()
    respondedAt = now()
    if (!isUsable) return set({ isReachable: true })
    failing.clear()
    usableAt = now()
    set({ isReachable: true, isFailing: false })
  }
  const addSilent = ({ path }: TrackedRequest, startedAt: number) => {
    if (respondedAt > startedAt) return // Other requests have had a response meanwhile.
    silent.add(path)
    if (silent.size >= SILENT_ENDPOINTS) set({ isReachable: false })
    else doubt(path)
  }
  /** Counts a request without a usable response. A write that fails is checked against a read. */
  const addFailing = ({ path, isRead }: TrackedRequest, startedAt: number, outcome: RequestOutcome) => {
    if (usableAt > startedAt) return
    failing.set(path, isRead)
    if (failing.size >= FAILING_ENDPOINTS && [...failing.values()].includes(true)) set({ isFailing: true })
    else if (outcome === 'failed' && !isRead) doubt(path)
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
    /** Calls back with an endpoint that does not respond while the others are unknown. */
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
      if (outcome === 'responded') respond(true)
      if (outcome === 'failed') respond(false)
      if (outcome === 'silent') addSilent(request, startedAt)
      if (outcome === 'failed' || outcome === 'silent') addFailing(request, startedAt, outcome)
      checkSlow()
    },
    navigatorChanged,
  }
}
