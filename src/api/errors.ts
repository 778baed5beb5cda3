/** `status`: 408, 425, 429 or 5xx; `not-ours`: a body that this app's API did not send. */
type UnreachableReason = NoConnectionReason | 'status' | 'not-ours'
export type NoConnectionReason = 'network' | 'timeout' | 'aborted'

/** A request to retry: `NoConnection` or `ServerError`. The outbox treats them alike, screens do not. */
export abstract class Unreachable extends Error {
  abstract readonly reason: UnreachableReason
  readonly status: number | undefined = undefined
  readonly retryAfterMs: number | undefined = undefined
  /** Path of the requested endpoint, without host and query. */
  path: string | undefined
}

/** No response: no network, a timeout, or an abort. The only failure displayed as "Offline". */
export class NoConnection extends Unreachable {
  override readonly name = 'NoConnection'
  override readonly reason: NoConnectionReason

  constructor(reason: NoConnectionReason, cause?: unknown) {
    super(`no response: ${reason}`, { cause })
    this.reason = reason
  }
}

interface ServerErrorDetails {
  sentence?: string | undefined
  statusText?: string
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * A response that the app cannot use: 408, 425, 429 or 5xx, or a successful one with a foreign body
 * (a captive portal, unreadable JSON). For a status that is not successful `message` is exactly
 * `{status}: {body, or the status text}`.
 */
export class ServerError extends Unreachable {
  override readonly name = 'ServerError'
  override readonly reason: 'status' | 'not-ours'
  override readonly status: number
  override readonly retryAfterMs: number | undefined
  /** The reason phrase, else the standard's; undefined for a success. */
  readonly statusText: string | undefined
  /** The server's error message for the user; undefined if the response has none. */
  readonly sentence: string | undefined

  constructor(status: number, body: string, details: ServerErrorDetails = {}) {
    const isFailure = status >= 400
    const statusText = isFailure ? details.statusText || standardPhrase(status) : undefined
    super(statusText === undefined ? `unreadable response: status ${status}` : `${status}: ${body || statusText}`, {
      cause: details.cause,
    })
    this.reason = isFailure ? 'status' : 'not-ours'
    this.status = status
    this.statusText = statusText
    this.sentence = details.sentence
    this.retryAfterMs = details.retryAfterMs
  }
}

interface RefusedDetails {
  sentence: string
  code?: string | undefined
  statusText?: string
  isHtml?: boolean
  isJson?: boolean
}

/** A refusal, with a `message` as in `ServerError`. `sentence`, for the user: the server's, else the spec's. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  /** The reason phrase, from the standard if the protocol carries none. */
  readonly statusText: string
  readonly code: string | undefined
  readonly sentence: string
  /** Whether the body is an HTML page, perhaps an intermediary's. */
  readonly isHtml: boolean
  readonly isJson: boolean

  constructor(status: number, body: string, details: RefusedDetails) {
    const statusText = details.statusText || standardPhrase(status)
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.statusText = statusText
    this.code = details.code
    this.sentence = details.sentence
    this.isHtml = details.isHtml === true
    this.isJson = details.isJson === true
  }
}

/** Returns whether the API states that there is no such record: a portal or a proxy can't. */
export const isNotFound = (error: unknown, statuses: readonly number[] = [404, 410]): error is Refused =>
  error instanceof Refused && error.isJson && statuses.includes(error.status)

/** HTTP/2 and 3 carry no status text; RFC 9110's phrases replace it. */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  431: 'Request Header Fields Too Large',
  408: 'Request Timeout',
  425: 'Too Early',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
/** Returns the status text that HTTP/1.1 would carry. */
const standardPhrase = (status: number) => PHRASES[status] ?? 'Unknown'

const LACKING: readonly number[] = [404, 405, 501]

/** Returns whether a host has refused a request since it does not know the path. */
export const isLacking = (error: unknown): error is Refused =>
  error instanceof Refused && LACKING.includes(error.status)

/** Returns whether a refusal may be an intermediary's, such as a proxy's during a deploy. */
export const isForeignRefusal = (error: unknown): error is Refused => error instanceof Refused && !error.isJson
