import { AsyncLocalStorage } from 'node:async_hooks'
import { connect } from 'node:net'
import type pg from 'pg'

const limits = new AsyncLocalStorage<number>()

/**
 * Runs `work` with a limit for each of its statements, in ms: PostgreSQL cancels one that takes
 * longer, which then rejects with {@link CANCELLED}. Behind a pooler, `statement_timeout` would need
 * a transaction per read; PgBouncer passes cancellations on.
 */
export const limitStatements = <T>(ms: number, work: () => Promise<T>): Promise<T> => limits.run(ms, work)

/** The SQLSTATE of a cancelled statement. */
export const CANCELLED = '57014'

/**
 * Cancels the client's statement after the limit of {@link limitStatements}, if there is one.
 * Returns a function that ends the limit.
 */
export function cancelAfterLimit(client: pg.PoolClient, onCancel: () => void): () => void {
  const ms = limits.getStore()
  if (ms === undefined) return () => {}
  const timer = setTimeout(() => {
    onCancel()
    requestCancellation(client)
  }, ms)
  return () => clearTimeout(timer)
}

const CANCEL_REQUEST = 80_877_102

/**
 * Sends the protocol's CancelRequest over a connection of its own. The server closes it: PgBouncer
 * 1.18 exits if its client closes first.
 */
function requestCancellation(client: pg.PoolClient): void {
  const { host, port } = client
  // The types do not declare the key that the server has sent for cancellations.
  const { processID, secretKey } = client as pg.PoolClient & { processID: number; secretKey: number }
  const packet = Buffer.alloc(16)
  for (const [place, field] of [packet.length, CANCEL_REQUEST, processID, secretKey].entries())
    packet.writeInt32BE(field, 4 * place)
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.on('error', () => {})
  socket.unref()
  socket.write(packet)
}
