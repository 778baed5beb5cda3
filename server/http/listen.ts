import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { CannotStart, type Config } from '#server/config/config.ts'
import { guardConnections, serverOptions } from './connections.ts'
import { headersFor } from './headers.ts'
import { type RespondRaw, rawResponder } from './raw-response.ts'

export interface Address {
  readonly host: string
  readonly port: number
}

/** Responds to a request; the second argument has Node's objects. */
export type Fetch = Parameters<typeof getRequestListener>[0]

/** The served fetch function, the app's own or one that calls it, with its settings. */
interface Served {
  readonly hono: { readonly fetch: Fetch }
  readonly config: Pick<Config, 'connections' | 'trustedProxies' | 'publicUrl'>
}

export interface Listening {
  readonly port: number
  /**
   * Stops accepting connections, waits at most 10 s for requests to finish, then closes the
   * remaining connections.
   */
  close(): Promise<void>
}

/**
 * The maximum header size: room for a message with 6,000 encoded bytes, cookies and proxy headers.
 * Node's default is 16 KiB.
 */
const HEADERS_MAX_BYTES = 32_768
const FINISH_TIMEOUT_MS = 10_000

/** Serves requests at `address`. Throws {@link CannotStart} if it cannot listen there. */
export async function listen({ hono, config }: Served, address: Address): Promise<Listening> {
  const { connections, trustedProxies } = config
  const respond = getRequestListener(hono.fetch)
  const server = createServer({
    maxHeaderSize: HEADERS_MAX_BYTES,
    requireHostHeader: false,
    ...serverOptions(connections),
  })
  const respondRaw = rawResponder(headersFor(config))
  const guard = guardConnections(server, { bounds: connections, isBehindProxy: trustedProxies > 0, respondRaw })
  const endKeepAlive = createKeepAliveEnd(server)
  server.on('request', (incoming, outgoing) => {
    guard(incoming, outgoing)
    if (isHostValid(incoming)) void respond(incoming, outgoing)
    else respondRaw(incoming.socket, 400, UNREADABLE)
  })
  server.on('clientError', (error, socket) => rejectUnreadable(error, socket, respondRaw))
  const port = await bind(server, address)
  const closeGently = () => {
    endKeepAlive()
    return close(server)
  }
  return { port, close: closeGently }
}

const REASONS: Readonly<Record<string, (port: string, host: string) => string>> = {
  EADDRINUSE: (port) => `something else listens there already: stop it, or set ${port}`,
  EACCES: (port) => `this user may not listen there: set ${port} to one above 1023`,
  EADDRNOTAVAIL: (_, host) => `this machine does not have that address: set ${host}`,
  ENOTFOUND: (_, host) => `that host is not known: set ${host}`,
}

/**
 * Makes a server listen at `address`. `settings` are the setting names with it. Resolves to the
 * port, throws {@link CannotStart}.
 */
export function bind(
  server: NetServer,
  { host, port }: Address,
  settings: { readonly port: string; readonly host: string } = { port: 'PORT', host: 'HOST' },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? '']?.(settings.port, settings.host)
      reject(
        reason === undefined
          ? error
          : new CannotStart(`Cannot listen at ${host}:${port}: ${reason}.`, { cause: error }),
      )
    })
    server.listen({ host, port }, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

/**
 * Returns a function after which every response, also to requests in progress, has `Connection:
 * close`: then proxies use other connections.
 */
function createKeepAliveEnd(server: Server): () => void {
  const open = new Set<ServerResponse>()
  let isEnding = false
  server.on('request', (_, outgoing: ServerResponse) => {
    if (isEnding) outgoing.shouldKeepAlive = false
    open.add(outgoing)
    outgoing.once('close', () => open.delete(outgoing))
  })
  return () => {
    isEnding = true
    for (const outgoing of open) outgoing.shouldKeepAlive = false
  }
}

async function close(server: Server): Promise<void> {
  const isClosed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')))
  for (const until = Date.now() + FINISH_TIMEOUT_MS; Date.now() < until; ) {
    server.closeIdleConnections()
    if ((await Promise.race([isClosed, wait(20)])) === 'closed') return
  }
  server.closeAllConnections()
  await isClosed
}

const UNREADABLE = { error: 'This request cannot be read.', code: 'bad_input' } as const

/**
 * Returns whether there is exactly one Host header, with a name or an address and an optional port:
 * two parsers must not read different hosts.
 */
function isHostValid({ rawHeaders, headers: { host = '' } }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 && /^(?:[a-z\d._-]{1,255}|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
}

/**
 * Responds to a connection that is not HTTP, has too many headers, or sends them too slowly. Such
 * requests never reach the app.
 */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex, respondRaw: RespondRaw): void {
  if (error.code === 'HPE_HEADER_OVERFLOW') respondRaw(socket, 431, { error: 'That is too long.', code: 'too_long' })
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') respondRaw(socket, 408, { error: 'The request took too long.' })
  else respondRaw(socket, 400, UNREADABLE)
}
