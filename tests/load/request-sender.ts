import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { isFailed, type RequestLog } from './request-log.ts'

/** The server's or its proxy's address. */
export interface LoadTarget {
  readonly url: string
  /** The site's name, if the address belongs to a proxy with TLS. */
  readonly site?: string
  readonly certificate?: string
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends one client's requests, over one connection. */
export interface RequestSender {
  /** Sends a request once. Rejects with a broken connection's error. */
  attempt(request: LoadRequest): Promise<LoadResponse>
  /**
   * Sends a request until it has a final response, as the outbox does: repeats are identical.
   * Rejects after `GIVE_UP_MS`.
   */
  send(request: LoadRequest): Promise<LoadResponse>
  close(): void
}

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 1000
const GIVE_UP_MS = 60_000
/** An app request times out too. */
const TIMEOUT_MS = 20_000

/** Creates a client for a target. */
export function createSender({ url, site, certificate }: LoadTarget, log: RequestLog): RequestSender {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'https:'
  const pool = { keepAlive: true, maxSockets: 1 }
  const agent = isSecure ? new HttpsAgent({ ...pool, ca: certificate, servername: site }) : new HttpAgent(pool)
  const always = site === undefined ? {} : { host: site, origin: `https://${site}` }
  const transmit = ({ method, path, query, headers, body = '' }: LoadRequest): Promise<LoadResponse> =>
    new Promise((resolve, reject) => {
      const open = (isSecure ? requestHttps : requestHttp)({
        host: hostname,
        port,
        method,
        agent,
        timeout: TIMEOUT_MS,
        path: query === undefined ? path : `${path}?${new URLSearchParams(query)}`,
        headers: { ...always, 'content-length': Buffer.byteLength(body), ...headers },
      })
      open.once('timeout', () => open.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })))
      open.once('error', reject)
      open.once('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      open.end(body)
    })

  async function attempt(request: LoadRequest): Promise<LoadResponse> {
    const startedAt = performance.now()
    const record = (outcome: number | string) =>
      log.attempts.push({ path: request.path, startedAt, endedAt: performance.now(), outcome })
    try {
      const response = await transmit(request)
      record(response.status)
      return response
    } catch (error) {
      record(error instanceof Error && 'code' in error ? String(error.code) : 'unknown error')
      throw error
    }
  }

  async function send(request: LoadRequest): Promise<LoadResponse> {
    const giveUpAt = Date.now() + GIVE_UP_MS
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
      const response = await attempt(request).catch((error: unknown) => {
        if (Date.now() > giveUpAt) throw error
      })
      if (response !== undefined && !isFailed({ outcome: response.status })) return response
      if (Date.now() > giveUpAt) throw new Error(`${request.path} has no final response`)
      await wait(delayMs)
    }
  }
  return { attempt, send, close: () => agent.destroy() }
}
