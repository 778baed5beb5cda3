import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { toConnectionOptions } from './connection-options.ts'
import type { SocketAddress } from './embedded/embedded.ts'
import { type Db, getParser, rejectOldServer } from './open.ts'
import type { Database } from './schema.ts'
import { toStartError } from './start-error.ts'

/** One connection for a command that needs both typed queries and COPY in the same transaction. */
export interface SingleConnection {
  readonly client: pg.Client
  /** The same connection as a database. Its queries must not be concurrent. */
  readonly db: Db
  /** Closes it, also while a statement runs; that statement is rejected. */
  close(): Promise<void>
}

/**
 * Opens a single connection without the server pool's time limits. Throws CannotStart if the
 * database is unusable.
 */
export async function openSingleConnection(
  address: string | SocketAddress,
  applicationName: string,
): Promise<SingleConnection> {
  const client = new pg.Client({
    ...(typeof address === 'string' ? toConnectionOptions(address) : address),
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser: getParser },
  })
  // A lost connection rejects the running query; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await rejectOldServer(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw toStartError(error)
  }
  const connection = Object.assign(client, { release: () => {} })
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { client, db, close: () => client.end().catch(() => {}) }
}
