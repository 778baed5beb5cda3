import { createServer, type Server } from 'node:http'
import { createServer as createProbe } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { CannotStart } from '#server/config.ts'
import type { Api } from './api.ts'
import { answerDirectly } from './direct.ts'

interface Address {
  readonly host: string
  readonly port: number
}

/** A server that answers. */
export interface Listening {
  readonly port: number
  /** Accepts nothing new, lets requests finish for at most 10 s, then closes what is left. */
  close(): Promise<void>
}

/** Room for a message of 6,000 encoded bytes, cookies and what proxies add; Node's own limit is 16 KiB. */
const HEADERS_MAX_BYTES = 32_768
/** Half a gigabyte of listens on a slow line takes an hour; headers have to come within Node's own minute. */
const UPLOAD_PATIENCE_MS = 3_600_000
const FINISH_PATIENCE_MS = 10_000

/** Answers requests at `address`. Throws {@link CannotStart} when it cannot be listened at. */
export async function listen(app: Pick<Api, 'hono' | 'direct' | 'log'>, address: Address): Promise<Listening> {
  const server = createServer(
    { maxHeaderSize: HEADERS_MAX_BYTES, requestTimeout: UPLOAD_PATIENCE_MS },
    answerDirectly(app, getRequestListener(app.hono.fetch)),
  )
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket))
  await bind(server, address)
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port
  return { port, close: () => close(server) }
}

/** Throws {@link CannotStart} when `address` is taken: asked before a database is started in vain. */
export async function checkIsFree(address: Address): Promise<void> {
  const probe = createProbe()
  await bind(probe, address)
  await new Promise((resolve) => probe.close(resolve))
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there already: stop it, or set PORT',
  EACCES: 'this user may not listen there: set PORT to one above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address: set HOST',
  ENOTFOUND: 'that host is not known: set HOST',
}

function bind(server: ReturnType<typeof createProbe>, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? '']
      reject(
        reason === undefined
          ? error
          : new CannotStart(`Cannot listen at ${host}:${port}: ${reason}.`, { cause: error }),
      )
    })
    server.listen({ host, port }, resolve)
  })
}

async function close(server: Server): Promise<void> {
  const isClosed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')))
  for (const until = Date.now() + FINISH_PATIENCE_MS; Date.now() < until; ) {
    server.closeIdleConnections()
    if ((await Promise.race([isClosed, wait(20)])) === 'closed') return
  }
  server.closeAllConnections()
  await isClosed
}

/** What is no HTTP, or has more headers than are read, never reaches the app. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return
  const isLong = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify(
    isLong
      ? { error: 'That is too long.', code: 'too_long' }
      : { error: 'This request cannot be read.', code: 'bad_input' },
  )
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
