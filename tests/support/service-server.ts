import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a service server received. */
export interface ServiceRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** From this process's monotonic clock, in ms. */
  readonly atMs: number
}

/** Its response: an object as JSON, a text as it is, or a function that writes the response. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse) => void)

export interface ServiceServer {
  readonly url: string
  readonly requests: ServiceRequest[]
  /**
   * Called before the service for every request; undefined lets the service respond. Set by a test.
   */
  misbehave: (request: ServiceRequest) => Reply | undefined
  stop(): Promise<void>
}

/**
 * Starts a music service on this machine that responds with `reply`, or wrongly if a test sets
 * `misbehave`.
 */
export async function startServiceServer(reply: (request: ServiceRequest) => Reply): Promise<ServiceServer> {
  const requests: ServiceRequest[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const atMs = performance.now()
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', 'http://service')
    const it = { method, url, headers, atMs, body: await readBody(request) }
    requests.push(it)
    send(response, service.misbehave(it) ?? reply(it))
  }
  const server = createServer((request, response) => {
    // A caller that has left reads no response.
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const service: ServiceServer = {
    // A server that listens on a port has an address with one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    misbehave: () => undefined,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return service
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') return reply(response)
  const { status = 200, headers = {}, body = '' } = reply
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
