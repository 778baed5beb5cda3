import * as v from 'valibot'
import type { Answer, Endpoint, Query } from '#contract/endpoint.ts'
import { type Early, takeEarly } from './early.ts'
import { Unreachable } from './errors.ts'
import { type Body, readBody, refusalIn } from './read.ts'
import { retryAfterMs } from './retry-after.ts'
import { apiHost, urlOf } from './url.ts'

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
  early?: Pick<Early, 'askedAt' | 'rev'> | undefined
}

interface CallDeps {
  fetch: typeof fetch
  host: string
  now: () => number
  /** Told of every request: whether something that speaks for our server answered. */
  onOutcome: (outcome: 'answered' | 'unreachable') => void
  /** A signal that aborts after so many ms; AbortSignal.timeout but where time is simulated. */
  timeout?: (ms: number) => AbortSignal
}

export type Call = <E extends Endpoint>(endpoint: E, query: Query<E>, options?: CallOptions) => Promise<Answer<E>>

/**
 * Builds the one way in which requests leave. Throws `Unreachable` when there was no answer, `Refused` when the answer
 * refuses; aborting by the caller's signal is `Unreachable('aborted')` and says nothing about the connection.
 */
export function createExchange(deps: CallDeps) {
  const poll = createPoll(deps)
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: CallOptions = {},
  ): Promise<Exchanged<Answer<E>>> => {
    const exchanged = await poll(endpoint, query, { ...options, etag: undefined })
    if (exchanged === 'unchanged') throw new Unreachable('not-ours', { status: 304 }) // nobody asked for it
    return exchanged
  }
}

/** As `createExchange`, for what is asked again and again: a 304 is 'unchanged'. */
export function createPoll(deps: CallDeps) {
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: PollOptions = {},
  ): Promise<Exchanged<Answer<E>> | 'unchanged'> => {
    try {
      const exchanged = await attempt(deps, endpoint, query, options)
      const isStored = exchanged !== 'unchanged' && exchanged.cachedAt !== undefined
      deps.onOutcome(isStored ? 'unreachable' : 'answered')
      return exchanged
    } catch (error) {
      if (!(error instanceof Unreachable)) deps.onOutcome('answered')
      else if (error.reason !== 'aborted') deps.onOutcome(error.status === 429 ? 'answered' : 'unreachable')
      throw error
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
): Promise<Exchanged<Answer<E>> | 'unchanged'> {
  const timeout = (deps.timeout ?? timeoutSignal)(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const why = () => (options.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network')
  const url = urlOf(endpoint, query, deps.host)
  const early = options.etag === undefined ? takeEarly(url, deps.now(), signal) : undefined
  const sending = early?.response ?? send(deps, url, { ...options, signal, method: endpoint.method })
  const response = await sending.catch((cause: unknown) => {
    throw new Unreachable(why(), { cause })
  })
  if (response.status === 304 && options.etag !== undefined) return 'unchanged'
  const body = await readBody(response, why)
  throwIfBusy(response, deps.now())
  if (response.status >= 300 && response.status < 400) throw new Unreachable('not-ours', { status: response.status })
  const refusal = refusalIn(response, body, endpoint)
  if (refusal) throw refusal
  if (body.isHtml) throw new Unreachable('not-ours', { status: response.status })
  return { ...read(response, body, endpoint), early }
}

function read<E extends Endpoint>(response: Response, body: Body, endpoint: E): Exchanged<Answer<E>> {
  const parsed = v.safeParse(endpoint.answer, body.json)
  if (!parsed.success) throw new Unreachable('not-ours', { cause: parsed.issues[0] })
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

/** 408, 425, 429 and 5xx say "not now", which is no answer. 501 says "never": a refusal. */
export function throwIfBusy(response: Response, nowMs: number) {
  const { status } = response
  const isBusy = status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  if (!isBusy) return
  throw new Unreachable('status', {
    status,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), serverNow(response, nowMs)),
  })
}

/** A date in Retry-After is by the server's clock; ours may be days off. Hidden from other origins. */
function serverNow(response: Response, nowMs: number): number {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? nowMs : date
}

const watchers = new Set<CallDeps['onOutcome']>()

/** Hears of every request made by `call` and `exchange` below. Returns how to stop. */
export function watchOutcomes(watcher: CallDeps['onOutcome']): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

const deps: CallDeps = {
  fetch: (input, init) => globalThis.fetch(input, init),
  host: apiHost,
  now: Date.now,
  onOutcome: (outcome) => {
    for (const watcher of watchers) watcher(outcome)
  },
}
/** Calls the configured host and gives back the parsed answer. */
export const call = createCall(deps)
/** Calls the configured host and gives back the answer with its ETag and, from the worker's store, its age. */
export const exchange = createExchange(deps)
/** Polls the configured host. */
export const poll = createPoll(deps)
