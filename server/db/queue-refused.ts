import type pg from 'pg'
import { getSqlState } from './sql-state.ts'

/** The SQLSTATE for a connection beyond the server's, the database's or the role's limit. */
const TOO_MANY = '53300'
/** How long the pool stays reduced, in ms. */
const REDUCED_MS = 30_000

/**
 * Returns a function that takes a connection from the pool. When the database refuses further ones,
 * it reduces the pool to its open connections for a while: callers wait for one instead of failing.
 * Without any open connection they fail. `onRefused` receives each reduced size.
 */
export function queueWhenRefused(
  pool: pg.Pool,
  onRefused: (connections: number) => void,
): () => Promise<pg.PoolClient> {
  const { max } = pool.options
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // It was on its way when another one was refused.
    if (open.size > pool.options.max) limit()
  })
  pool.on('remove', (client) => open.delete(client))

  function limit(): void {
    pool.options.max = open.size
    onRefused(open.size)
  }

  function reduce(): void {
    if (pool.options.max === max) setTimeout(() => (pool.options.max = max), REDUCED_MS).unref()
    if (open.size !== pool.options.max) limit()
  }

  async function connectOrQueue(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      if (getSqlState(error) !== TOO_MANY || open.size === 0) throw error
      reduce()
      return connectOrQueue()
    }
  }
  return connectOrQueue
}
