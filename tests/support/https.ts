import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type Proxy, SITE } from './proxies.ts'

interface HttpsOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** The client's address, on this machine. */
  readonly from?: string
}

interface HttpsResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** A header's values, one per line. */
  readonly all: (name: string) => readonly string[]
  readonly body: Buffer
}

/** Begins a request to the site through a proxy, and verifies its certificate. */
export function openRequest({ port, certificate }: Proxy, path: string, options: HttpsOptions = {}): ClientRequest {
  const { method = 'GET', headers = {}, from } = options
  return request({
    host: '127.0.0.1',
    port,
    path,
    method,
    servername: SITE,
    ca: certificate,
    agent: false,
    headers: { host: SITE, origin: `https://${SITE}`, ...headers },
    ...(from === undefined ? {} : { localAddress: from }),
  })
}

/** Resolves to a request's response once its headers have arrived. */
export const waitForResponse = (open: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => open.once('response', resolve).once('error', reject))

/** Sends a request to the site through a proxy. */
export async function send(proxy: Proxy, path: string, options: HttpsOptions = {}): Promise<HttpsResponse> {
  const { body = '' } = options
  const length = String(Buffer.byteLength(body))
  const open = openRequest(proxy, path, {
    ...options,
    headers: { ...(options.method === 'POST' ? { 'content-length': length } : {}), ...options.headers },
  })
  const response = waitForResponse(open)
  open.end(body)
  return readResponse(await response)
}

/** Reads a response to its end. */
export async function readResponse(incoming: IncomingMessage): Promise<HttpsResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const all = (name: string) =>
    incoming.rawHeaders.filter((_, at) => at % 2 === 1 && incoming.rawHeaders[at - 1]?.toLowerCase() === name)
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, all, body: Buffer.concat(chunks) }
}
