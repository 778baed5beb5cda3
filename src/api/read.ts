import * as v from 'valibot'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { NoConnection, type NoConnectionReason, Refused, ServerError } from './errors.ts'
import { retryAfterMs } from './retry-after.ts'

interface Body {
  text: string
  /** Undefined if empty or not JSON. */
  json: unknown
  isHtml: boolean
}

/** Rejects with `NoConnection` for the reason that `why` returns if the transfer fails. */
export const orNoConnection = <T>(transfer: Promise<T>, why: () => NoConnectionReason): Promise<T> =>
  transfer.catch((cause: unknown) => {
    throw new NoConnection(why(), cause)
  })

/** Reads a body. Throws `NoConnection` if incomplete, `ServerError` if unusable, `Refused` if refused. */
export async function receive(
  response: Response,
  endpoint: Pick<Endpoint, 'failure'>,
  why: () => NoConnectionReason,
  nowMs = Date.now(),
): Promise<Body> {
  const body = await readBody(response, why)
  throwIfBusy(response, body, nowMs)
  if (response.status >= 300 && response.status < 400) throw new ServerError(response.status, body.text)
  const refusal = refusalIn(response, body, endpoint)
  if (refusal) throw refusal
  if (body.isHtml) throw new ServerError(response.status, body.text)
  return body
}

/** Returns the response in a body; throws `ServerError` if it is not the endpoint's. */
export function parseBody<E extends Endpoint>({ status }: Response, { json }: Body, endpoint: E): ResponseOf<E> {
  const parsed = v.safeParse(endpoint.response, json)
  if (!parsed.success) throw new ServerError(status, '', { cause: parsed.issues[0] })
  return parsed.output
}

async function readBody(response: Response, why: () => NoConnectionReason): Promise<Body> {
  const text = await orNoConnection(response.text(), why)
  const isHtml = /text\/html/i.test(response.headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(text)
  return { text, json: isHtml ? undefined : parseJson(text), isHtml }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not every response is JSON: where the spec shows no body, any text counts as success.
    return undefined
  }
}

const DAILY_LIMIT: ErrorCode = 'daily_limit'
/** The code for a 200 with an `error` and a false `success`: a like that already exists. */
const SUCCESS_0 = 'success_0'

/** Returns the refusal: a 4xx, a 501, or a 200 with an `error` field. HTML never becomes a text. */
function refusalIn(response: Response, body: Body, endpoint: Pick<Endpoint, 'failure'>): Refused | undefined {
  const error = errorIn(body)
  if (response.ok && error === undefined) return undefined
  return new Refused(response.status, body.text, {
    sentence: error?.error ?? endpoint.failure,
    code: error?.code ?? (response.ok && isSuccess0(body.json) ? SUCCESS_0 : undefined),
    statusText: response.statusText,
    isHtml: body.isHtml,
    isJson: body.json !== undefined,
  })
}

const Success0 = v.object({ success: v.union([v.literal(0), v.literal('0'), v.literal(false), v.literal('false')]) })
const isSuccess0 = (json: unknown) => v.is(Success0, json)

const errorIn = ({ json }: Body) => {
  const parsed = v.safeParse(ErrorBody, json)
  return parsed.success && parsed.output.error !== '' ? parsed.output : undefined
}

/** Throws `ServerError` for 408, 425, 429 and 5xx, but not for 501 and the code `daily_limit`. */
function throwIfBusy(response: Response, body: Body, nowMs: number) {
  const { status, statusText } = response
  const isBusy = status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
  if (!isBusy || errorIn(body)?.code === DAILY_LIMIT) return
  throw new ServerError(status, body.text, {
    sentence: errorIn(body)?.error,
    statusText,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), serverNow(response, nowMs)),
  })
}

/** Returns the server's clock, to which Retry-After refers. Not readable cross-origin. */
function serverNow(response: Response, nowMs: number): number {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? nowMs : date
}
