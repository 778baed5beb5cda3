import type { Config } from '#server/config.ts'
import { findEmbedded, startEmbedded } from './embedded/embedded.ts'
import { type OpenDatabase, openDatabase, openDatabaseWithProbe } from './open.ts'

/** An open database with its engine. */
export interface Connected extends OpenDatabase {
  /** Whether it is the embedded engine over DATA_DIR. */
  readonly isEmbedded: boolean
  /** Resolves when the embedded engine exits without a call of `close`. */
  readonly lost: Promise<void>
  /** Closes the connections and stops an embedded engine. */
  close(): Promise<void>
}

interface Output {
  /** Receives messages for the operator, as sentences. */
  readonly print: (sentence: string) => void
  /** Receives the error of an idle connection; the pool replaces the connection. */
  readonly onIdleError: (error: Error) => void
  /** See `OpenOptions.onUnprepared`. */
  readonly onUnprepared?: () => void
  /** See `OpenOptions.onQuery`. */
  readonly onQuery?: (text: string, ms: number) => void
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'databaseWaitMs' | 'dataDir'>

/**
 * Opens DATABASE_URL, waiting for it for DATABASE_WAIT, or starts the embedded engine and opens it.
 * Throws CannotStart.
 */
export async function connect(config: DatabaseSettings, { print, ...events }: Output): Promise<Connected> {
  const options = { poolSize: config.databasePoolSize, ...events }
  if (config.databaseUrl !== null) {
    const onWaiting = (reason: string) => print(`Waiting for the database: ${reason}.`)
    const opened = await openDatabaseWithProbe(config.databaseUrl, {
      ...options,
      waitMs: config.databaseWaitMs,
      onWaiting,
    })
    return { ...opened, isEmbedded: false, lost: new Promise(() => {}), close: () => opened.db.destroy() }
  }
  const engine = await startEmbedded(config.dataDir, print)
  const opened = await openDatabaseWithProbe(engine.address, options).catch(async (error: unknown) => {
    await engine.stop()
    throw error
  })
  const close = async () => {
    await opened.db.destroy()
    await engine.stop()
  }
  return { ...opened, isEmbedded: true, lost: engine.lost, close }
}

/**
 * Opens the database for a command beside a running server: DATABASE_URL, or the engine over
 * DATA_DIR through its socket, without taking it over. Without a running engine, starts one, which
 * `close` stops.
 */
export async function connectForCommand(
  config: DatabaseSettings,
  output: Output,
): Promise<Pick<Connected, 'db' | 'close'>> {
  const address = config.databaseUrl ?? findEmbedded(config.dataDir)
  if (address === undefined) return connect(config, output)
  const db = await openDatabase(address, { poolSize: 1, onIdleError: output.onIdleError })
  return { db, close: () => db.destroy() }
}
