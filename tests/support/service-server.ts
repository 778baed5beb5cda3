import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a service server received. */
export interface Asked {
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** From this process's monotonic clock, in ms. */
  readonly atMs: number
}

/** Its response: an object as JSON, a text as it is, or a function that writes the response. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse) => void)

export interface ServiceServer {
  readonly url: string
  readonly asked: Asked[]
  /**
   * Called before the service for every request; undefined lets the service respond. Set by a test.
   */
  misbehave: (asked: Asked) => Reply | undefined
  stop(): Promise<void>
}

/**
 * Starts a music service on this machine that responds with `answer`, or wrongly if a test sets
 * `misbehave`.
 */
export async function startServiceServer(answer: (asked: Asked) => Reply): Promise<ServiceServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const it = { url: new URL(request.url ?? '/', 'http://service'), headers: request.headers, atMs: performance.now() }
    asked.push(it)
    send(response, service.misbehave(it) ?? answer(it))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const service: ServiceServer = {
    // A server that listens on a port has an address with one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: () => undefined,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return service
}

function send(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') return reply(response)
  const { status = 200, headers = {}, body = '' } = reply
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
