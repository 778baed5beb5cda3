import * as v from 'valibot'
import type { Answer, Endpoint, Query } from '#contract/endpoint.ts'
import { Unreachable } from './errors.ts'
import { readBody, refusalIn } from './read.ts'
import { retryAfterMs } from './retry-after.ts'
import { apiHost, urlOf } from './url.ts'

/** A request that has not been answered after this long is ambiguous, not failed. */
export const REQUEST_TIMEOUT_MS = 20_000

export interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Sent as If-None-Match; a 304 then is `{ unchanged: true }` in `exchange`. Same origin only. */
  etag?: string | undefined
}

/** An answer with what travelled beside it. */
export interface Exchanged<A> {
  answer: A
  etag: string | undefined
  /** When the worker had stored this answer, in ms since 1970; undefined for one that came over the network. */
  cachedAt: number | undefined
}

export interface CallDeps {
  fetch: typeof fetch
  host: string
  now: () => number
  /** Told of every request: whether something that speaks for our server answered. */
  onOutcome: (outcome: 'answered' | 'unreachable') => void
}

export type Call = <E extends Endpoint>(endpoint: E, query: Query<E>, options?: CallOptions) => Promise<Answer<E>>

/**
 * Builds the one way in which requests leave. Throws `Unreachable` when there was no answer, `Refused` when the answer
 * refuses; aborting by the caller's signal is `Unreachable('aborted')` and says nothing about the connection.
 */
export function createExchange(deps: CallDeps) {
  return async <E extends Endpoint>(
    endpoint: E,
    query: Query<E>,
    options: CallOptions = {},
  ): Promise<Exchanged<Answer<E>>> => {
    try {
      const exchanged = await attempt(deps, endpoint, query, options)
      deps.onOutcome(exchanged.cachedAt === undefined ? 'answered' : 'unreachable')
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

async function attempt<E extends Endpoint>(
  deps: CallDeps,
  endpoint: E,
  query: Query<E>,
  options: CallOptions,
): Promise<Exchanged<Answer<E>>> {
  const response = await send(deps, endpoint, query, options)
  const body = await readBody(response, options.signal)
  throwIfBusy(response, deps.now())
  const refusal = refusalIn(response, body, endpoint)
  if (refusal) throw refusal
  if (body.isHtml) throw new Unreachable('not-ours', { status: response.status })
  const parsed = v.safeParse(endpoint.answer, body.json)
  if (!parsed.success) throw new Unreachable('not-ours', { cause: parsed.issues[0] })
  const cachedAt = Number(response.headers.get('x-cached-at') ?? Number.NaN)
  return {
    // The schema's output is by definition the endpoint's Answer; generics hide that from the compiler.
    answer: parsed.output as Answer<E>,
    etag: response.headers.get('etag') ?? undefined,
    cachedAt: Number.isNaN(cachedAt) ? undefined : cachedAt,
  }
}

async function send<E extends Endpoint>(
  deps: CallDeps,
  endpoint: E,
  query: Query<E>,
  options: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  try {
    return await deps.fetch(urlOf(endpoint, query, deps.host), {
      method: endpoint.method,
      credentials: 'include',
      redirect: 'error',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(options.etag === undefined ? {} : { headers: { 'If-None-Match': options.etag } }),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw new Unreachable('aborted', { cause })
    throw new Unreachable(timeout.aborted ? 'timeout' : 'network', { cause })
  }
}

/** 408, 425, 429 and 5xx say "not now". 501 says "never": a refusal. */
function throwIfBusy(response: Response, nowMs: number) {
  const { status } = response
  const isBusy = status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  if (!isBusy) return
  throw new Unreachable('status', { status, retryAfterMs: retryAfterMs(response.headers.get('retry-after'), nowMs) })
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
