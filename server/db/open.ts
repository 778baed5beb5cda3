import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { CannotStart } from '#server/config.ts'
import type { SocketAddress } from './embedded/embedded.ts'
import { preparingPool } from './prepared.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction in it: the first parameter of every function that runs SQL. */
export type Db = Kysely<Database>
/** A transaction, for functions that must run in one. */
export type Tx = Transaction<Database> | ControlledTransaction<Database>

export interface OpenOptions {
  readonly poolSize: number
  /** Receives the error of an idle connection; the pool replaces the connection. */
  readonly onIdleError: (error: Error) => void
  /** Called once if a pooler in front of the database loses prepared statements. */
  readonly onUnprepared?: () => void
}

const OLDEST_MAJOR = 15
const { INT8, NUMERIC } = pg.types.builtins

/**
 * Opens a database by its URL or the embedded engine's socket. Checks the version; throws {@link
 * CannotStart} if the database is unusable. Close it with `db.destroy()`.
 */
export async function openDatabase(address: string | SocketAddress, options: OpenOptions): Promise<Db> {
  const pool = new pg.Pool({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    max: options.poolSize,
    application_name: 'flipside',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: getParser },
  })
  pool.on('error', options.onIdleError)
  // A query on a broken connection rejects; without a listener the connection's own event would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkVersion(pool)
  } catch (error) {
    await pool.end()
    throw toStartError(error)
  }
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, options.onUnprepared ?? (() => {})) }),
  })
}

/** Returns the parser of a type: counts and ids fit a double; their sums are numeric. */
const getParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major >= OLDEST_MAJOR) return
  throw new CannotStart(`The database is PostgreSQL ${major}; Flipside needs PostgreSQL ${OLDEST_MAJOR} or newer.`)
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no server listens at its address',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host is unknown',
  ETIMEDOUT: 'its host does not respond',
  ENOENT: 'its socket is missing',
  '28P01': 'it rejects the password',
  '28000': 'it rejects the user',
  '3D000': 'there is no database of that name',
  '57P03': 'it is starting or stopping',
  '53300': 'it has too many connections already',
}

/**
 * Returns a CannotStart for an error of the driver. Its message omits the address, which may
 * contain a password.
 */
function toStartError(error: unknown): unknown {
  if (error instanceof CannotStart || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (code === '' ? 'it does not respond' : `it responds with ${code}`)
  return new CannotStart(`The database cannot be opened: ${reason}.`, { cause: error })
}
