import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { findOutage } from '#server/db/outage.ts'
import { getSqlState, REFERENCE_MISSING } from '#server/db/sql-state.ts'
import { type Logger, logError } from '#server/telemetry/log.ts'

/** The code for a refusal without a more specific one, by its status. */
const GENERAL_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_input',
  401: 'no_session',
  403: 'not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_long',
  414: 'too_long',
  422: 'client_id_reused',
  429: 'rate_limited',
  500: 'server_error',
  503: 'busy',
}

interface RefusalOptions {
  /** Headers in this refusal, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>
  /** The delay before a retry, sent as Retry-After. */
  readonly retryAfterSeconds?: number
}

/**
 * An error response: thrown by handlers and rules, turned into a response only by `app.onError`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The error code for clients. */
  readonly code: ErrorCode | undefined
  readonly headers: Readonly<Record<string, string>>

  /**
   * `sentence` is shown to users and never contains input. Without `code`, uses the status's
   * general one. Throws a TypeError if the contract defines another status for the code.
   */
  constructor(
    status: number,
    sentence: string,
    code: ErrorCode | undefined = GENERAL_CODES[status],
    more: RefusalOptions = {},
  ) {
    super(sentence)
    if (code !== undefined && errorCodes[code] !== status && !(code === 'too_long' && status === 414)) {
      throw new TypeError(`The contract gives ${code} the status ${errorCodes[code]}, not ${status}.`)
    }
    this.status = status
    this.code = code
    const { retryAfterSeconds, headers = {} } = more
    this.headers =
      retryAfterSeconds === undefined
        ? headers
        : { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  }

  get body(): RefusalBody {
    return this.code === undefined ? { error: this.message } : { error: this.message, code: this.code }
  }
}

export interface RefusalBody {
  readonly error: string
  readonly code?: string
}

/** Returns a 503 with Retry-After: a bounded resource in this process, or a row, is in use. */
export function createBusyRefusal(retryAfterSeconds: number, cause?: unknown): Refusal {
  const refusal = new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds })
  refusal.cause = cause
  return refusal
}

const RETRY_SLOW_READ_S = 30

/** Returns a 503 with Retry-After: a statement took longer than one in a read may. */
export const createSlowReadRefusal = (): Refusal =>
  new Refusal(503, 'This takes too long at the moment. Please try again in a minute.', 'busy', {
    retryAfterSeconds: RETRY_SLOW_READ_S,
  })

const RETRY_OUTAGE_S = 2

/** Returns a 503 with Retry-After: the database does not respond or has no resources left. */
export const createOutageRefusal = (): Refusal =>
  new Refusal(503, 'Flipside’s database does not respond. Please try again.', 'busy', {
    retryAfterSeconds: RETRY_OUTAGE_S,
  })

/**
 * Returns a Refusal as it is. A database outage is logged in one line and becomes a 503. A missing
 * reference becomes a 503 too: a repeat finds what was deleted missing. Any other error is logged
 * with its stack, and becomes a 500 without details.
 */
export function toRefusal(error: unknown, log: Logger, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  logError(log, error, { id: requestId })
  if (findOutage(error) !== undefined) return createOutageRefusal()
  if (getSqlState(error) === REFERENCE_MISSING) return createBusyRefusal(1)
  return new Refusal(500, 'Something went wrong on our side.')
}
