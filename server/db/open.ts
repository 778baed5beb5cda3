import { setTimeout as wait } from 'node:timers/promises'
import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { toConnectionOptions } from './connection-options.ts'
import type { SocketAddress } from './embedded/embedded.ts'
import { findDriverOutage } from './outage.ts'
import { createPreparingPool } from './prepared.ts'
import type { LogState, Probe } from './probe.ts'
import { queueWhenRefused } from './queue-refused.ts'
import type { Database } from './schema.ts'
import { toStartError } from './start-error.ts'

/** The database, or a transaction in it: the first parameter to every function that runs SQL. */
export type Db = Kysely<Database>
/** A transaction, for functions that must run in one. */
export type Tx = Transaction<Database> | ControlledTransaction<Database>

export interface OpenOptions {
  readonly poolSize: number
  /** Receives an idle connection's error; the pool replaces the connection. */
  readonly onIdleError: (error: Error) => void
  /** Called once if a pooler in front of the database loses prepared statements. */
  readonly onUnprepared?: () => void
  /** Receives the size to which the pool is reduced for a while. */
  readonly onRefused?: (connections: number) => void
  /** Receives every statement without its values, and its duration in ms. */
  readonly onQuery?: (text: string, ms: number) => void
  /** How long to wait for a connection, in ms; 5,000 by default. */
  readonly connectTimeoutMs?: number
  /** How long to try again while the database is away, in ms; 0 by default. */
  readonly waitMs?: number
  /**
   * Called once before waiting. `reason` ends the sentence "The database cannot be opened: ...".
   */
  readonly onWaiting?: (reason: string) => void
}

/** The connection pool's state: how many connections it has, and how many callers wait for one. */
export interface PoolState {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface OpenDatabase {
  readonly db: Db
  /** Opens a connection outside the pool. */
  readonly openProbe: () => Promise<Probe>
  readonly readPool: () => PoolState
  /** Destroys all the pool's connections: their statements reject. For a database that hangs. */
  readonly destroyConnections: () => void
}

const OLDEST_MAJOR = 15
const CONNECT_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
const { INT8, NUMERIC } = pg.types.builtins

/** Like {@link openDatabaseWithProbe}, for programs that do not watch it. */
export const openDatabase = async (address: string | SocketAddress, options: OpenOptions): Promise<Db> =>
  (await openDatabaseWithProbe(address, options)).db

/**
 * Opens a database by its URL or the embedded engine's socket. Checks the version; throws {@link
 * CannotStart} if the database is unusable. Close it with `db.destroy()`.
 */
export async function openDatabaseWithProbe(
  address: string | SocketAddress,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const opened = openUnchecked(address, options)
  try {
    await checkVersionWhenUp(opened.pool, options)
  } catch (error) {
    await opened.pool.end()
    throw toStartError(error)
  }
  return opened
}

/** Like {@link openDatabaseWithProbe}, for a database that may be away: connects when it is used. */
export function openUnchecked(
  address: string | SocketAddress,
  options: OpenOptions,
): OpenDatabase & { readonly pool: pg.Pool } {
  const config: pg.ClientConfig = {
    ...(typeof address === 'string' ? toConnectionOptions(address) : address),
    application_name: 'flipside',
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    types: { getTypeParser: getParser },
  }
  const pool = new pg.Pool({ ...config, max: options.poolSize })
  pool.on('error', options.onIdleError)
  const takeClient = queueWhenRefused(pool, options.onRefused ?? (() => {}))
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // A query on a broken connection rejects; without a listener the connection's own event would
    // end the process.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client))
  return {
    pool,
    db: new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: createPreparingPool(pool, {
          takeClient,
          onUnsupported: options.onUnprepared ?? (() => {}),
          onQuery: options.onQuery ?? (() => {}),
        }),
      }),
    }),
    openProbe: () => openProbe(config),
    readPool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    destroyConnections() {
      for (const client of clients) destroy(client)
    },
  }
}

async function openProbe(config: pg.ClientConfig): Promise<Probe> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  const ping = async () => {
    const { rows } = await client.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
    return Number(rows[0]?.ms)
  }
  const readLog = async () => {
    const { rows } = await client.query<LogState>(LOG_STATE)
    const [state] = rows
    if (state === undefined) throw new Error('The database has no log position.')
    return state
  }
  return { ping, readLog, close: () => destroy(client) }
}

/** A standby has a position once it has replayed its first record. */
const LOG_STATE = `
  select is_standby as "isStandby", system_identifier::text as cluster,
    case when is_standby then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_insert_lsn() end
      - '0/0' as position
  from pg_is_in_recovery() as is_standby, pg_control_system()`

/** Closes a connection at this end, without the farewell that a hung database would not read. */
function destroy(client: pg.ClientBase): void {
  // The types do not declare the connection, which every driver client has.
  const { connection } = client as pg.ClientBase & { connection: pg.Connection }
  connection.stream.destroy()
}

/** Returns a type's parser: counts and ids fit a double; their sums are numeric. */
export const getParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)

async function checkVersionWhenUp(pool: pg.Pool, { waitMs = 0, onWaiting }: OpenOptions): Promise<void> {
  const until = Date.now() + waitMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await rejectOldServer(pool)
    } catch (error) {
      const reason = findDriverOutage(error)
      if (reason === undefined || Date.now() >= until) throw error
      if (attempt === 1) onWaiting?.(reason)
      await wait(RETRY_MS)
    }
  }
}

/** Throws {@link CannotStart} for a PostgreSQL version that is too old. */
export async function rejectOldServer(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major >= OLDEST_MAJOR) return
  throw new CannotStart(`The database is PostgreSQL ${major}; Flipside needs PostgreSQL ${OLDEST_MAJOR} or newer.`)
}
