import type { IncomingMessage } from 'node:http'
import { isTooComplex } from '#server/http/json-complexity.ts'
import { readResponseBytes, sendRequest } from '#server/http/outgoing-request.ts'
import { hasPublicHost, PrivateAddress } from '#server/http/public-address.ts'
import { ServiceFailure } from '../service-failure.ts'

/** A thousand tracks with pictures are 1.5 MB. */
const LONGEST_BYTES = 8_000_000
/** A thousand listens have 100 values each; parsing a response may take a tenth of a second. */
const LIMITS = { values: 200_000, depth: 64 }
/** From the first name look-up to the last byte. */
const TIMEOUT_MS = 15_000

export interface ServiceResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined if the body is empty. */
  readonly json: unknown
}

export interface GetJsonOptions {
  readonly userAgent: string
  /** For a URL that a member has entered: connects only to public Internet addresses. */
  readonly isGuarded: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  /** The maximum response size, in bytes; 8 MB by default. */
  readonly bytesMax?: number
  /** Returns a redirect as any other response, instead of throwing. It is not followed. */
  readonly returnsRedirects?: boolean
}

export interface ServiceRequest {
  readonly authorization?: string
  readonly body?: { readonly type: 'application/json' | 'application/x-www-form-urlencoded'; readonly text: string }
}

/** A request for which no JSON is expected: its headers replace those for JSON. */
interface AnyRequest extends ServiceRequest {
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * GETs a URL, or POSTs a body to it, and parses the JSON response. Redirects are not followed.
 * Throws {@link ServiceFailure}: `service_away` on a timeout or connection error,
 * `unreadable_answer` for a redirect, a too long or complex body or invalid JSON, `address_refused` by the
 * guard.
 */
export async function getJson(
  url: URL,
  options: GetJsonOptions,
  request: ServiceRequest = {},
): Promise<ServiceResponse> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    const response = await openResponse(url, options, request, signal)
    const status = response.statusCode ?? 0
    const body = await readResponseBytes(response, options.bytesMax ?? LONGEST_BYTES)
    if (body === undefined) throw new ServiceFailure('unreadable_answer')
    return { status, headers: response.headers, json: parse(body, status) }
  } catch (error) {
    if (error instanceof ServiceFailure) throw error
    throw new ServiceFailure('service_away', { cause: error })
  }
}

/**
 * Sends a request and resolves to the response with its body unread, which the caller bounds.
 * Redirects are not followed. Throws {@link ServiceFailure} as {@link getJson} does.
 */
export async function openResponse(
  url: URL,
  { userAgent, isGuarded, returnsRedirects }: Pick<GetJsonOptions, 'userAgent' | 'isGuarded' | 'returnsRedirects'>,
  { authorization, body, headers: others }: AnyRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (isGuarded && !hasPublicHost(url)) throw new ServiceFailure('address_refused')
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...others,
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': body.type }),
  }
  const response = await sendRequest(url, { headers, signal, isGuarded, body: body?.text }).catch((error: unknown) => {
    throw new ServiceFailure(isPrivate(error) ? 'address_refused' : 'service_away', { cause: error })
  })
  const status = response.statusCode ?? 0
  if (status < 300 || status >= 400 || returnsRedirects === true) return response
  response.destroy()
  throw new ServiceFailure('unreadable_answer')
}

const isPrivate = (error: unknown): boolean =>
  error instanceof PrivateAddress || (error instanceof AggregateError && error.errors.some(isPrivate))

/** A failing service, and a redirect, may have HTML: then only the status is used. */
function parse(body: Buffer, status: number): unknown {
  const text = body.toString('utf8')
  if (text.trim() === '') return undefined
  if (isTooComplex(body, LIMITS)) {
    if (status >= 300) return undefined
    throw new ServiceFailure('unreadable_answer')
  }
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    if (status >= 300) return undefined
    throw new ServiceFailure('unreadable_answer', { cause })
  }
}
