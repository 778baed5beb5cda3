import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { uploads } from '#contract/uploads.ts'
import type { ConnectionBounds } from '#server/config/config.ts'
import { findAddress } from './address.ts'
import type { RespondRaw } from './raw-response.ts'

/** A request with an incomplete body. */
interface OpenBody {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly startedAtMs: number
  readonly idleMs: number
  readonly totalMs: number
  bytesRead: number
  progressedAtMs: number
}

/**
 * The minimum interval between checks, in ms: Node handles shorter ones for its own deadlines
 * badly.
 */
const SWEEP_MIN_MS = 20
const SWEEP_MAX_MS = 1000
const FILE_PATHS: ReadonlySet<string> = new Set(uploads.map(({ endpoint }) => endpoint.path))

/** Returns Node's server options for these bounds. */
export const serverOptions = ({ headersMs, fileMs }: ConnectionBounds) => ({
  headersTimeout: headersMs,
  // The maximum time for any body; `guardConnections` ends slower requests with smaller bounds.
  requestTimeout: fileMs,
  connectionsCheckingInterval: Math.min(5000, Math.ceil(headersMs / 2)),
})

interface Guarding {
  readonly bounds: ConnectionBounds
  readonly isBehindProxy: boolean
  readonly respondRaw: RespondRaw
}

/**
 * Limits a server's connections: their number, silent ones, and bodies that arrive slowly or not at
 * all. Returns the function that must receive every request first.
 */
export function guardConnections(
  server: Server,
  { bounds, isBehindProxy, respondRaw }: Guarding,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  server.maxConnections = bounds.connections
  // Node resets it for the next request on a connection. Without a listener, Node destroys the
  // socket.
  server.timeout = bounds.silentMs
  if (!isBehindProxy) limitByAddress(server, bounds.addressConnections)
  const open = new Set<OpenBody>()
  const sweepMs = Math.max(SWEEP_MIN_MS, Math.min(SWEEP_MAX_MS, bounds.bodyIdleMs / 4))
  const timer = setInterval(() => sweep(open, respondRaw), sweepMs).unref()
  server.on('close', () => clearInterval(timer))
  return (incoming, outgoing) => {
    const isFile = FILE_PATHS.has((incoming.url ?? '').split('?', 1)[0] ?? '')
    incoming.socket.setTimeout(isFile ? bounds.fileMs : bounds.responseIdleMs)
    if (!hasBody(incoming)) return
    const nowMs = performance.now()
    const body: OpenBody = {
      incoming,
      outgoing,
      startedAtMs: nowMs,
      idleMs: isFile ? bounds.fileIdleMs : bounds.bodyIdleMs,
      totalMs: isFile ? bounds.fileMs : bounds.bodyMs,
      bytesRead: incoming.socket.bytesRead,
      progressedAtMs: nowMs,
    }
    open.add(body)
    incoming.once('close', () => open.delete(body))
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes connections beyond their address's limit before reading from them. */
function limitByAddress(server: Server, max: number): void {
  const byAddress = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = findAddress({ incoming: { socket } }, undefined, 0)
    const connections = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, connections)
    socket.once('close', () => {
      const remaining = (byAddress.get(address) ?? 1) - 1
      if (remaining > 0) byAddress.set(address, remaining)
      else byAddress.delete(address)
    })
    if (connections > max) socket.destroy()
  })
}

function sweep(open: Set<OpenBody>, respondRaw: RespondRaw): void {
  const nowMs = performance.now()
  for (const body of open) {
    const { incoming } = body
    if (incoming.complete) {
      open.delete(body)
      continue
    }
    // Bytes that have arrived but are not read yet are the server's delay, not the client's.
    if (incoming.socket.bytesRead !== body.bytesRead || incoming.readableLength > 0) {
      body.bytesRead = incoming.socket.bytesRead
      body.progressedAtMs = nowMs
    }
    if (nowMs - body.progressedAtMs < body.idleMs && nowMs - body.startedAtMs < body.totalMs) continue
    open.delete(body)
    endSlow(body, respondRaw)
  }
}

function endSlow({ incoming, outgoing }: OpenBody, respondRaw: RespondRaw): void {
  if (outgoing.headersSent) incoming.socket.destroy()
  else respondRaw(incoming.socket, 408, { error: 'The request took too long.' })
}
