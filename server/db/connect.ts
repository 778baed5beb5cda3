import type { Config } from '#server/config/config.ts'
import { type OpenDatabase, type OpenOptions, openDatabase, openDatabaseWithProbe, openUnchecked } from './open.ts'
import { reach, reachBeside } from './reach.ts'

export interface Connected extends OpenDatabase {
  /** The standby at DATABASE_READ_URL, without a connection yet. */
  readonly standby: OpenDatabase | undefined
  /** Whether it is the embedded engine over DATA_DIR. */
  readonly isEmbedded: boolean
  /** Resolves when the embedded engine exits without a `close` call. */
  readonly lost: Promise<void>
  /** Closes the connections and stops an embedded engine. */
  close(): Promise<void>
}

interface Output extends Pick<OpenOptions, 'onIdleError' | 'onUnprepared' | 'onRefused' | 'onQuery'> {
  /** Receives messages for the operator, as sentences. */
  readonly print: (sentence: string) => void
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'databaseWaitMs' | 'dataDir'>

/** How long a read waits for a connection to the standby, in ms: then the primary serves it. */
const STANDBY_CONNECT_TIMEOUT_MS = 500

/**
 * Opens DATABASE_URL, waiting for it for DATABASE_WAIT, or starts the embedded engine and opens it.
 * Throws CannotStart.
 */
export async function connect(
  config: DatabaseSettings & Pick<Config, 'databaseReadUrl'>,
  { print, ...events }: Output,
): Promise<Connected> {
  const { address, engine } = await reach(config, print)
  const opened = await openDatabaseWithProbe(address, {
    ...events,
    poolSize: config.databasePoolSize,
    waitMs: engine === undefined ? config.databaseWaitMs : 0,
    onWaiting: (reason) => print(`Waiting for the database: ${reason}.`),
  }).catch(async (error: unknown) => {
    await engine?.stop()
    throw error
  })
  const close = async () => {
    await opened.db.destroy()
    await engine?.stop()
  }
  const { databaseReadUrl, databasePoolSize: poolSize } = config
  const standby =
    databaseReadUrl === null
      ? undefined
      : openUnchecked(databaseReadUrl, { ...events, poolSize, connectTimeoutMs: STANDBY_CONNECT_TIMEOUT_MS })
  const lost = engine?.lost ?? new Promise<never>(() => {})
  return { ...opened, standby, isEmbedded: engine !== undefined, lost, close }
}

/**
 * Opens the database for a command beside a running server: DATABASE_URL, or the engine over
 * DATA_DIR through its socket, without taking it over. Without a running engine, starts one, which
 * `close` stops.
 */
export async function connectForCommand(
  config: DatabaseSettings,
  { print, onIdleError }: Output,
): Promise<Pick<Connected, 'db' | 'close'>> {
  const { address, engine } = await reachBeside(config, print)
  const db = await openDatabase(address, { poolSize: 1, onIdleError }).catch(async (error: unknown) => {
    await engine?.stop()
    throw error
  })
  const close = async () => {
    await db.destroy()
    await engine?.stop()
  }
  return { db, close }
}
