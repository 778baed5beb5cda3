import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server, SimulatedResponse } from './server.ts'

export const NETWORK_FAULTS = [
  'dropped',
  'answer lost',
  'sent again by the browser',
  'truncated',
  'hangs, executed late',
  '5xx before',
  '5xx after',
  'busy',
  'portal',
  'page of a proxy',
  'nonsense',
] as const
export type NetworkFault = (typeof NETWORK_FAULTS)[number]

/** A fault between two times, with its rate in percent of the requests. */
export interface FaultWindow {
  fault: NetworkFault
  from: number
  until: number
  percent: number
}

interface NetworkDeps {
  scheduler: Scheduler
  random: Random
  server: Server
  faults: readonly FaultWindow[]
  /** Returns the browser's cookie when a request is sent. */
  session: () => string | null
  /** Returns the server's clock, ms since 1970. */
  clock: () => number
  onFault: (fault: NetworkFault) => void
  /**
   * Called when a living tab receives a response after which the server wants no repeat for `ms`.
   */
  onQuiet: (client_id: string, ms: number) => void
}

/** Notified of one request's events. */
export interface Traffic {
  isAlive: () => boolean
  left: (client_id: string) => void
  ended: (client_id: string, isAnswered: boolean) => void
}

export type Network = ReturnType<typeof createNetwork>

/**
 * Returns a network between tabs and server, with `fetch`'s interface. A dead tab receives no
 * response; its requests continue.
 */
export function createNetwork({ scheduler, random, server, faults, session, clock, onFault, onQuiet }: NetworkDeps) {
  const faultNow = (): NetworkFault | undefined => {
    const now = scheduler.now()
    const met = faults.find(({ from, until, percent }) => from <= now && now < until && random.percent(percent))
    if (met) onFault(met.fault)
    return met?.fault
  }

  return (traffic: Traffic): typeof fetch =>
    (input, init) =>
      new Promise((resolve, reject) => {
        const { path, query } = parseUrl(input instanceof Request ? input.url : input.toString())
        const request = { path, query, session: session() }
        const client_id = query.get('client_id') ?? ''
        const fault = faultNow()
        let isOpen = true
        const end = (isAnswered: boolean, tell: () => void) => {
          if (!isOpen) return
          isOpen = false
          traffic.ended(client_id, isAnswered)
          if (traffic.isAlive()) tell()
        }
        const fail = () => end(false, () => reject(new TypeError('Failed to fetch')))
        const give = (isAnswered: boolean, given: FakeResponse) =>
          // Only the Response fields that call.ts reads are there; the type can't express it.
          end(isAnswered, () => resolve(given as unknown as Response))
        const response = ({ status, body }: SimulatedResponse) =>
          give(true, new FakeResponse(status, JSON.stringify(body), JSON_TYPE))
        const page = (given: FakeResponse) => give(false, given)
        const there = random.between(5, 150)
        const back = there + random.between(5, 150)
        const arrive = (andThen: (given: SimulatedResponse) => void) =>
          scheduler.after(there, () => {
            const given = server.handle(request)
            scheduler.after(back - there, () => andThen(given))
          })

        traffic.left(client_id)
        init?.signal?.addEventListener('abort', fail)
        if (fault === undefined) arrive(response)
        else if (fault === 'dropped') scheduler.after(there, fail)
        else if (fault === 'answer lost') arrive(fail)
        else if (fault === 'sent again by the browser') arrive(() => arrive(response))
        else if (fault === 'truncated') arrive(({ status }) => page(new FakeResponse(status, undefined)))
        else if (fault === 'hangs, executed late') {
          if (random.percent(70)) scheduler.after(random.between(1000, 90_000), () => server.handle(request))
        } else if (fault === '5xx before') scheduler.after(back, () => page(failing(random)))
        else if (fault === '5xx after') arrive(() => page(failing(random)))
        else if (fault === 'busy')
          scheduler.after(back, () => {
            const { response, quietMs } = busy(random, clock())
            if (isOpen && traffic.isAlive()) onQuiet(client_id, quietMs)
            give(true, response)
          })
        else if (fault === 'portal') scheduler.after(there, () => page(new FakeResponse(200, PAGE, HTML)))
        else if (fault === 'page of a proxy') scheduler.after(there, () => page(new FakeResponse(404, PAGE, HTML)))
        else
          arrive((given) =>
            given.status === 200 ? page(new FakeResponse(200, '{"song_swap_id":{"no":"number"')) : response(given),
          )
      })
}

const PAGE = '<!doctype html><title>Welcome to the train</title>'
const JSON_TYPE = { 'content-type': 'application/json' }
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** The Response fields that call.ts reads: undici's class costs ten times as much. */
class FakeResponse {
  readonly status: number
  readonly ok: boolean
  readonly statusText = ''
  readonly headers: { get: (name: string) => string | null }
  readonly #body: string | undefined
  constructor(status: number, body: string | undefined, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.ok = status >= 200 && status < 300
    this.#body = body
    this.headers = { get: (name) => headers[name] ?? null }
  }
  async text() {
    if (this.#body === undefined) throw new TypeError('terminated')
    return this.#body
  }
}

const failing = (random: Random) => new FakeResponse(random.pick([500, 502, 503, 504, 408]), 'Bad gateway')

/**
 * Returns a 429 or 503 with a Retry-After in seconds, as a date, absurd, invalid, or without one.
 */
function busy(random: Random, now: number): { response: FakeResponse; quietMs: number } {
  const seconds = random.between(1, 240)
  // An HTTP date has whole seconds.
  const date = Math.ceil(now / 1000) * 1000 + seconds * 1000
  const { retryAfter, quietMs } = random.pick([
    { retryAfter: String(seconds), quietMs: seconds * 1000 },
    { retryAfter: new Date(date).toUTCString(), quietMs: date - now },
    { retryAfter: '99999999999', quietMs: 3_600_000 },
    { retryAfter: 'soon', quietMs: 0 },
    { retryAfter: '', quietMs: 0 },
  ])
  const headers = retryAfter === '' ? JSON_TYPE : { ...JSON_TYPE, 'retry-after': retryAfter }
  const body = JSON.stringify({ error: 'Too many requests', code: 'rate_limited' })
  return { response: new FakeResponse(random.pick([429, 503]), body, headers), quietMs }
}

function parseUrl(url: string): { path: string; query: ReadonlyMap<string, string> } {
  const at = url.indexOf('?')
  if (at < 0) return { path: url, query: new Map() }
  return { path: url.slice(0, at), query: new Map(new URLSearchParams(url.slice(at + 1))) }
}
