import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { publicLookup } from './public-address.ts'

interface OutgoingRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** For a URL that is not the operator's: https, and public Internet addresses only. */
  readonly isGuarded: boolean
  /** Makes the request a POST. */
  readonly body?: string | Buffer | undefined
}

const SETTINGS = { keepAlive: true, maxFreeSockets: 128, timeout: 60_000 }
const agents = { http: new HttpAgent(SETTINGS), https: new HttpsAgent(SETTINGS) }
/** A separate agent: a guarded request must not reuse a connection made without the guard. */
const guardedAgent = new HttpsAgent({ ...SETTINGS, lookup: publicLookup })

/** Sends a request and resolves to the response with its body unread. Redirects are not followed. */
export function sendRequest(url: URL, { headers, signal, isGuarded, body }: OutgoingRequest): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:'
  const request = isHttps ? httpsRequest : httpRequest
  const agent = isGuarded ? guardedAgent : isHttps ? agents.https : agents.http
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    request(url, { agent, signal, headers, method }, resolve).once('error', reject).end(body)
  })
}

/** Reads a body; undefined if it is longer than `bytesMax`: then the connection is closed. */
export async function readResponseBytes(response: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the time in a header, seconds or a date, in ms from now; undefined without a valid one. */
export function readDelayMs(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
