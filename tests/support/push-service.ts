import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { PushMessage } from '#contract/notifications/push-message.ts'

/** A push that the service has accepted and the browser has decrypted. */
export interface Received {
  readonly message: PushMessage
  readonly headers: IncomingMessage['headers']
  /** The encrypted body's length, in bytes. */
  readonly bytes: number
  /** By `performance.now()`. */
  readonly at: number
  /** The sender's contact. */
  readonly subject: string
}

/** A browser's subscription. */
export interface TestSubscription {
  /** `subscribe-push` parameters. */
  readonly keys: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly received: Received[]
}

/** What the service does instead of accepting a push. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void

interface Browser extends TestSubscription {
  readonly curve: ECDH
  readonly secret: Buffer
}

/** Responds with a status. */
export const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers).end('no')
  }
/** Never responds. */
export const hang: Fault = () => {}
/** Closes the connection without a response. */
export const disconnect: Fault = (response) => {
  response.socket?.destroy()
}
/** Accepts the push with a body without end. */
export const respondForever: Fault = (response) => {
  response.writeHead(201)
  const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
  response.on('close', () => clearInterval(timer))
}

/**
 * Starts a push service that speaks RFC 8030, 8291 and 8292, with the browsers that receive from
 * it. It accepts a push only with a valid signature for the subscription's key, and a body with at
 * most 4,096 bytes. Anything else throws in `check`.
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const sockets = new Set<Socket>()
  const problems: string[] = []
  const state = {
    requests: 0,
    fault: undefined as ((path: string) => Fault | undefined) | undefined,
    publicKey: '',
    /** The time until an accepted push is responded to, in ms. */
    latencyMs: 0,
  }
  const server = createServer((request, response) => {
    state.requests++
    void receive(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.writeHead(400).end()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const browser = browsers.get(path)
    if (browser === undefined) return void response.writeHead(404).end()
    const subject = verifySignature(request.headers.authorization ?? '', url, state.publicKey)
    checkHeaders(request, body)
    const message = v.parse(PushMessage, JSON.parse(decrypt(body, browser)))
    const fault = state.fault?.(path)
    if (fault !== undefined) fault(response, request)
    if (fault !== undefined && fault !== respondForever) return
    browser.received.push({ message, headers: request.headers, bytes: body.length, at: performance.now(), subject })
    if (state.latencyMs > 0) await wait(state.latencyMs)
    if (fault === undefined) response.writeHead(201, { location: `${url}/m` }).end()
  }

  return {
    url,
    state,
    /** What was wrong with requests. */
    problems,
    /** Creates a subscription, as `pushManager.subscribe` does. */
    subscribe(): TestSubscription {
      const curve = createECDH('prime256v1')
      const p256dh = curve.generateKeys().toString('base64url')
      const secret = randomBytes(16)
      const path = `/push/${randomBytes(24).toString('base64url')}`
      const keys = { endpoint: `${url}${path}`, p256dh, auth: secret.toString('base64url') }
      const browser = { keys, curve, secret, received: [] }
      browsers.set(path, browser)
      return browser
    },
    /** Ends a subscription at the service. */
    forget: ({ keys }: TestSubscription) => void browsers.delete(new URL(keys.endpoint).pathname),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

const Claims = v.object({ aud: v.string(), exp: v.number(), sub: v.string() })

/** Verifies RFC 8292 and returns the contact. */
export function verifySignature(authorization: string, audience: string, publicKey: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error(`The key is not that of the subscription: ${authorization}`)
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: toPart(point, 1), y: toPart(point, 33) }
  const publicObject = createPublicKey({ key: jwk, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicObject, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature is invalid.')
  const { aud, exp, sub } = v.parse(Claims, JSON.parse(Buffer.from(claims, 'base64url').toString()))
  const left = exp - Date.now() / 1000
  if (aud !== audience || left <= 0 || left > 86_400) throw new Error(`The claims are invalid: ${aud} ${exp}`)
  if (!/^(?:mailto:.+@|https:)/.test(sub)) throw new Error(`The contact is invalid: ${sub}`)
  return sub
}

const toPart = (point: Buffer, start: number) => point.subarray(start, start + 32).toString('base64url')

/** Throws if a request is no encrypted push by RFC 8030. */
export function checkHeaders({ method, headers }: IncomingMessage, body: Buffer): void {
  if (method !== 'POST') throw new Error(`The method is ${method}.`)
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The content encoding is not aes128gcm.')
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) throw new Error('There is no TTL.')
  if (!/^(?:very-low|low|normal|high)$/.test(headers.urgency?.toString() ?? '')) throw new Error('Unknown urgency.')
  if (!/^[\w-]{1,32}$/.test(headers.topic?.toString() ?? '')) throw new Error('The topic is invalid.')
  if (body.length > 4096) throw new Error(`The body has ${body.length} bytes.`)
}

const SALT_BYTES = 16
const TAG_BYTES = 16

/** Decrypts RFC 8291 with the browser's keys: one RFC 8188 record. */
function decrypt(body: Buffer, { curve, secret, keys }: Browser): string {
  const salt = body.subarray(0, SALT_BYTES)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(SALT_BYTES)) throw new Error('There is more than one record.')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(keys.p256dh, 'base64url'), senderKey])
  const shared = Buffer.from(hkdfSync('sha256', curve.computeSecret(senderKey), secret, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is invalid.')
  return padded.subarray(0, end).toString('utf8')
}
