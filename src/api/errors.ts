/** Why there was no answer. `status`: the server, or something before it, said 408, 425, 429 or 5xx. */
export type UnreachableReason = 'network' | 'timeout' | 'aborted' | 'status' | 'not-ours'

/** No answer to go by: a tunnel, a time-out, a captive portal, a server that is down or busy. Wait and try again. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly reason: UnreachableReason
  readonly status: number | undefined
  /** What Retry-After asked for, in milliseconds from now. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: UnreachableReason,
    more: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(more.status === undefined ? `no answer: ${reason}` : `no answer: status ${more.status}`, {
      cause: more.cause,
    })
    this.reason = reason
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
  }
}

/**
 * An answer that refuses. `message` is exactly `{status}: {body, or the status text}`; `sentence` is what people are
 * told: the server's own, else the spec's text for that call.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  /** The reason phrase, from the standard where the protocol carries none. */
  readonly statusText: string
  readonly code: string | undefined
  readonly sentence: string
  /** A page, not an answer of an API: perhaps from something on the way. */
  readonly isHtml: boolean

  constructor(
    status: number,
    body: string,
    told: { sentence: string; code?: string | undefined; statusText?: string; isHtml?: boolean },
  ) {
    const statusText = told.statusText || standardPhrase(status)
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.statusText = statusText
    this.code = told.code
    this.sentence = told.sentence
    this.isHtml = told.isHtml === true
  }
}

/** What a person is told about a failed read: the refusal's sentence, or the given text when there was no answer. */
export const sentenceOf = (error: unknown, otherwise: string) => (error instanceof Refused ? error.sentence : otherwise)

/** HTTP/2 and 3 carry no status text; RFC 9110's phrases stand in. */
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
  501: 'Not Implemented',
}
/** The status text that HTTP/1.1 would carry. */
const standardPhrase = (status: number) => PHRASES[status] ?? 'Unknown'
