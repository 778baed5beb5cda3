import type { Endpoint, Query, ResponseOf } from '#contract/endpoint.ts'
import { NoConnection, Refused, ServerError, Unreachable } from './errors.ts'
import { type FirstData, takeFirstData } from './first-data.ts'
import { orNoConnection, parseBody, receive } from './read.ts'
import { apiHost, toUrl } from './url.ts'
import { allWatchers, type RequestOutcome, type RequestWatcher } from './watch.ts'

/** In ms. A request without a response by then is ambiguous, not failed. */
const REQUEST_TIMEOUT_MS = 20_000

interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

interface PollOptions extends CallOptions {
  /** The cached response's ETag, sent as If-None-Match. Same origin only. */
  etag?: string | undefined
}

export interface Exchanged<A> {
  response: A
  etag: string | undefined
  /** Set if the page had the response, or had requested it, before the app's scripts had loaded. */
  early?: Pick<FirstData, 'requestedAt'> | undefined
}

/** Returns the exchange with its response mapped; an unchanged one is returned as it is. */
export const mapResponse = <A, B>(exchanged: Exchanged<A> | 'unchanged', map: (response: A) => B) =>
  exchanged === 'unchanged' ? exchanged : { ...exchanged, response: map(exchanged.response) }

interface CallDeps {
  fetch: typeof fetch
  host: string
  now: () => number
  watcher?: RequestWatcher
  /** Returns a signal that aborts after `ms`: AbortSignal.timeout but for simulated time. */
  timeout?: (ms: number) => AbortSignal
}

export type Call = <E extends Endpoint>(endpoint: E, query: Query<E>, options?: CallOptions) => Promise<ResponseOf<E>>

/**
 * Returns the function that sends every request. It throws `NoConnection` without a response,
 * `ServerError` for a response that is unusable for now, `Refused` for a refusal. An abort by the
 * caller's signal is `NoConnection('aborted')`.
 */
export function createExchange(deps: CallDeps) {
  const poll = createPoll(deps)
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: CallOptions = {},
  ): Promise<Exchanged<ResponseOf<E>>> => {
    const exchanged = await poll(endpoint, query, { ...options, etag: undefined })
    if (exchanged === 'unchanged') throw new ServerError(304, '') // no tag was sent
    return exchanged
  }
}

/** Like `createExchange`, for polling: returns 'unchanged' for a 304. */
export function createPoll(deps: CallDeps) {
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: PollOptions = {},
  ): Promise<Exchanged<ResponseOf<E>> | 'unchanged'> => {
    const request = { path: endpoint.path, isRead: endpoint.method === 'GET' }
    deps.watcher?.started(request)
    let outcome: RequestOutcome = 'responded'
    try {
      return await attempt(deps, endpoint, query, options)
    } catch (error) {
      if (error instanceof Unreachable) error.path = endpoint.path
      outcome = outcomeOf(error)
      throw error
    } finally {
      deps.watcher?.ended(outcome, request)
    }
  }
}

function outcomeOf(error: unknown): RequestOutcome {
  if (error instanceof NoConnection) return error.reason === 'aborted' ? 'aborted' : 'silent'
  const isForeign = error instanceof Refused && error.isHtml
  return error instanceof ServerError || isForeign ? 'failed' : 'responded'
}

/** Like `createExchange`, but returns the parsed response alone. */
export function createCall(deps: CallDeps): Call {
  const exchange = createExchange(deps)
  return async (endpoint, query, options) => (await exchange(endpoint, query, options)).response
}

const timeoutSignal = (ms: number) => AbortSignal.timeout(ms)

async function attempt<E extends Endpoint>(
  deps: CallDeps,
  endpoint: E,
  query: Query<E>,
  options: PollOptions,
): Promise<Exchanged<ResponseOf<E>> | 'unchanged'> {
  const timeout = (deps.timeout ?? timeoutSignal)(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const why = () => (options.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network')
  const url = toUrl(endpoint, query, deps.host)
  const early = takeFirstData(url, deps.now())
  const sent = early?.response ?? send(deps, url, { ...options, signal, method: endpoint.method })
  const response = await orNoConnection(sent, why)
  if (response.status === 304 && options.etag !== undefined) return 'unchanged'
  const body = await receive(response, endpoint, why, deps.now())
  return {
    response: parseBody(response, body, endpoint),
    etag: response.headers.get('etag') ?? undefined,
    early,
  }
}

const send = async (
  deps: CallDeps,
  url: string,
  { method, signal, etag }: { method: string; signal: AbortSignal; etag?: string | undefined },
): Promise<Response> =>
  deps.fetch(url, {
    method,
    credentials: 'include',
    redirect: 'error',
    signal,
    ...(etag === undefined ? {} : { headers: { 'If-None-Match': etag } }),
  })

const deps: CallDeps = {
  fetch: (input, init) => globalThis.fetch(input, init),
  host: apiHost,
  now: Date.now,
  watcher: allWatchers,
}
/** Sends a request to the configured host and returns the parsed response. */
export const call = createCall(deps)
/** Sends a request and returns the response with its ETag. */
export const exchange = createExchange(deps)
export const poll = createPoll(deps)
