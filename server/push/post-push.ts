import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import webpush from 'web-push'
import { readDelayMs, sendRequest } from '#server/http/outgoing-request.ts'
import type { Push } from './due-pushes.ts'
import type { PushAddress } from './endpoint.ts'
import type { PushKind } from './kinds.ts'
import { toAuthorization, type VapidIdentity } from './vapid.ts'

/** From the first name look-up to the response's headers. */
const TIMEOUT_MS = 10_000
/**
 * The maximum bytes to read from a response's body, which has no meaning, so that the connection is
 * reused.
 */
const BODY_MAX_BYTES = 16_384

/** What a push service has responded with; `status` 0: nothing. */
export interface PushResponse {
  readonly status: number
  /** The pause that it requests, in ms. */
  readonly retryAfterMs?: number
  /** Why there was no response: an error's code. */
  readonly reason?: string
}

interface PushRequest {
  readonly push: Pick<Push, 'endpoint' | 'p256dh' | 'auth' | 'tag'>
  readonly kind: Pick<PushKind, 'ttlSeconds' | 'urgency'>
  readonly address: PushAddress
  readonly text: string
  readonly identity: VapidIdentity
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/**
 * Encrypts a message (RFC 8291, aes128gcm) and sends it to a push service (RFC 8030) with this
 * server's signature (RFC 8292). Redirects are not followed. Never throws for a service failure.
 */
export async function postPush(request: PushRequest): Promise<PushResponse> {
  const { push, kind, address, text, identity, signal, timeoutMs = TIMEOUT_MS } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const { cipherText } = webpush.encrypt(push.p256dh, push.auth, text, 'aes128gcm')
  const headers = {
    authorization: toAuthorization(address.url.origin, identity),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(cipherText.length),
    ttl: String(kind.ttlSeconds),
    urgency: kind.urgency,
    topic: toTopic(push),
  }
  try {
    const response = await sendRequest(address.url, {
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      isGuarded: address.isGuarded,
      body: cipherText,
    })
    discardBody(response)
    const retryAfterMs = readDelayMs(response.headers['retry-after'])
    return { status: response.statusCode ?? 0, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  } catch (error) {
    return { status: 0, reason: timeout.aborted ? 'ETIMEDOUT' : toReason(error) }
  }
}

/**
 * Identifies messages that replace each other while the device is offline: 32 characters that
 * reveal nothing to the push service.
 */
const toTopic = ({ auth, tag }: PushRequest['push']) =>
  createHash('sha256').update(`${auth} ${tag}`).digest('base64url').slice(0, 32)

/** Reads a short body in the background, and closes a longer one's connection. */
function discardBody(response: IncomingMessage): void {
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > BODY_MAX_BYTES) response.destroy()
  })
  // The status is known: what happens to the body does not matter.
  response.on('error', () => {})
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
