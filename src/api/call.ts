import * as v from 'valibot'
import type { Endpoint, Query, ResponseOf } from '#contract/endpoint.ts'
import { type Early, takeEarly } from './early.ts'
import { NoConnection, ServerError, Unreachable } from './errors.ts'
import { type Body, readBody, refusalIn, throwIfBusy } from './read.ts'
import { apiHost, urlOf } from './url.ts'
import { allWatchers, type RequestOutcome, type RequestWatcher } from './watch.ts'

/** A request that has not been answered after this long is ambiguous, not failed. */
export const REQUEST_TIMEOUT_MS = 20_000

interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

interface PollOptions extends CallOptions {
  /** Of the answer that is held: sent as If-None-Match. Same origin only. */
  etag?: string | undefined
}

/** An answer with what travelled beside it. */
export interface Exchanged<A> {
  answer: A
  etag: string | undefined
  /** When the worker had stored this answer, in ms since 1970; undefined for one that came over the network. */
  cachedAt: number | undefined
  /** The request, where it left before the app's scripts had arrived. */
  early?: Pick<Early, 'askedAt'> | undefined
}

interface CallDeps {
  fetch: typeof fetch
  host: string
  now: () => number
  /** Hears of every request. */
  watcher?: RequestWatcher
  /** A signal that aborts after so many ms; AbortSignal.timeout but where time is simulated. */
  timeout?: (ms: number) => AbortSignal
}

export type Call = <E extends Endpoint>(endpoint: E, query: Query<E>, options?: CallOptions) => Promise<ResponseOf<E>>

/**
 * Builds the one way in which requests leave. Throws `NoConnection` when there is no response, `ServerError` when
 * the response is not usable for now, `Refused` when it refuses. An abort by the caller's signal is `NoConnection('aborted')`.
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

/** As `createExchange`, for what is asked again and again: a 304 is 'unchanged'. */
export function createPoll(deps: CallDeps) {
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: PollOptions = {},
  ): Promise<Exchanged<ResponseOf<E>> | 'unchanged'> => {
    const request = { path: endpoint.path }
    deps.watcher?.started(request)
    let outcome: RequestOutcome = 'responded'
    try {
      const exchanged = await attempt(deps, endpoint, query, options)
      if (exchanged !== 'unchanged' && exchanged.cachedAt !== undefined) outcome = 'silent'
      return exchanged
    } catch (error) {
      if (error instanceof Unreachable) error.path = endpoint.path
      if (error instanceof NoConnection) outcome = error.reason === 'aborted' ? 'aborted' : 'silent'
      throw error
    } finally {
      deps.watcher?.ended(outcome, request)
    }
  }
}

/** As `createExchange`, for those who want the answer alone. */
export function createCall(deps: CallDeps): Call {
  const exchange = createExchange(deps)
  return async (endpoint, query, options) => (await exchange(endpoint, query, options)).answer
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
  const url = urlOf(endpoint, query, deps.host)
  const early = options.etag === undefined ? takeEarly(url, deps.now(), signal) : undefined
  const sending = early?.response ?? send(deps, url, { ...options, signal, method: endpoint.method })
  const response = await sending.catch((cause: unknown) => {
    throw new NoConnection(why(), cause)
  })
  if (response.status === 304 && options.etag !== undefined) return 'unchanged'
  const body = await readBody(response, why)
  throwIfBusy(response, body, deps.now())
  if (response.status >= 300 && response.status < 400) throw new ServerError(response.status, body.text)
  const refusal = refusalIn(response, body, endpoint)
  if (refusal) throw refusal
  if (body.isHtml) throw new ServerError(response.status, body.text)
  return { ...read(response, body, endpoint), early }
}

function read<E extends Endpoint>(response: Response, body: Body, endpoint: E): Exchanged<ResponseOf<E>> {
  const parsed = v.safeParse(endpoint.response, body.json)
  if (!parsed.success) throw new ServerError(response.status, '', { cause: parsed.issues[0] })
  const cachedAt = Number(response.headers.get('x-cached-at') ?? Number.NaN)
  return {
    answer: parsed.output,
    etag: response.headers.get('etag') ?? undefined,
    cachedAt: Number.isNaN(cachedAt) ? undefined : cachedAt,
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
/** Calls the configured host and gives back the parsed answer. */
export const call = createCall(deps)
/** Calls the configured host and gives back the answer with its ETag and, from the worker's store, its age. */
export const exchange = createExchange(deps)
/** Polls the configured host. */
export const poll = createPoll(deps)
