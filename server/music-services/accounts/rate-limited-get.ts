import type { Db } from '#server/db/open.ts'
import { readDelayMs } from '#server/http/outgoing-request.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type GetJsonOptions, getJson, type ServiceRequest, type ServiceResponse } from './get-json.ts'
import { checkPause, pauseTurns, waitForTurn } from './turns.ts'

/** GETs a URL at one service, or POSTs a body to it. */
export type ServiceGet = (url: URL, request?: ServiceRequest) => Promise<ServiceResponse>

export interface RateLimitedGetOptions extends GetJsonOptions {
  readonly db: Db
  /** The service with the rate budget, which all processes share. */
  readonly service: string
  /** For requests with a token: the budget of the token, which its limits pause instead of the service. */
  readonly tokenBudget?: string | undefined
  /** Requests per second by all processes together. */
  readonly perSecond: number
  /** The maximum wait for a turn, in milliseconds. */
  readonly turnTimeoutMs: number
}

/** The pause after a rate-limit error that states no time. */
const PAUSE_MS = 30_000
/**
 * ListenBrainz returns the remaining requests in the window, and the seconds until the next window.
 */
const REMAINING = 'x-ratelimit-remaining'
const RESET_IN = 'x-ratelimit-reset-in'

/**
 * Returns a rate-limited GET, with turns shared by all processes. A 429 pauses the service, or only
 * the token of the request, in all processes for the time it states, and is thrown as
 * `rate_limited`; a response with no remaining requests also pauses it.
 */
export function createRateLimitedGet({
  db,
  service,
  tokenBudget,
  perSecond,
  turnTimeoutMs,
  ...options
}: RateLimitedGetOptions): ServiceGet {
  const limited = tokenBudget ?? service
  return async (url, request) => {
    if (tokenBudget !== undefined) await checkPause(db, tokenBudget)
    await waitForTurn(db, { service, perSecond, timeoutMs: turnTimeoutMs, signal: options.signal })
    const response = await getJson(url, options, request)
    const resetMs = readDelayMs(response.headers[RESET_IN])
    if (response.status === 429) throw await pauseService(db, limited, readRetryAfterMs(response) ?? resetMs)
    const { [REMAINING]: remaining } = response.headers
    if (remaining === '0' && resetMs !== undefined) await pauseTurns(db, limited, resetMs)
    return response
  }
}

/** Pauses requests to a service, or with a token, in all processes; resolves to the error to throw. */
export async function pauseService(db: Db, service: string, retryAfterMs = PAUSE_MS): Promise<ServiceFailure> {
  await pauseTurns(db, service, retryAfterMs)
  return new ServiceFailure('rate_limited', { retryAfterMs })
}

/** Returns the time of a Retry-After, in milliseconds; undefined without a valid one. */
export const readRetryAfterMs = ({ headers }: ServiceResponse): number | undefined =>
  readDelayMs(headers['retry-after'])
