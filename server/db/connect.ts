import type { Config } from '#server/config.ts'
import { findEmbedded, startEmbedded } from './embedded/embedded.ts'
import { type Db, openDatabase } from './open.ts'

/** The database that the settings name, opened. */
export interface Connected {
  readonly db: Db
  /** Whether it is the engine over DATA_DIR. */
  readonly isEmbedded: boolean
  /** Resolves when the embedded engine is gone without having been told to. */
  readonly lost: Promise<void>
  /** Closes the connections and stops an embedded engine. */
  close(): Promise<void>
}

interface Voice {
  /** Told what an operator should know, in sentences. */
  readonly say: (sentence: string) => void
  /** Told when an idle connection breaks; the pool replaces it. */
  readonly onIdleError: (error: Error) => void
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>

/** Opens DATABASE_URL, or starts the embedded engine and opens it. Throws CannotStart. */
export async function connect(config: DatabaseSettings, { say, onIdleError }: Voice): Promise<Connected> {
  const options = { poolSize: config.databasePoolSize, onIdleError }
  if (config.databaseUrl !== null) {
    const db = await openDatabase(config.databaseUrl, options)
    return { db, isEmbedded: false, lost: new Promise(() => {}), close: () => db.destroy() }
  }
  const engine = await startEmbedded(config.dataDir, say)
  const db = await openDatabase(engine.address, options).catch(async (error: unknown) => {
    await engine.stop()
    throw error
  })
  const close = async () => {
    await db.destroy()
    await engine.stop()
  }
  return { db, isEmbedded: true, lost: engine.lost, close }
}

/**
 * Opens the database beside a server that runs, for commands: DATABASE_URL, or the engine over DATA_DIR through its socket, without
 * taking it over; when none runs, it is started and stopped again.
 */
export async function connectBeside(config: DatabaseSettings, voice: Voice): Promise<Connected> {
  const address = config.databaseUrl ?? findEmbedded(config.dataDir)
  if (address === undefined) return connect(config, voice)
  const db = await openDatabase(address, { poolSize: 1, onIdleError: voice.onIdleError })
  return { db, isEmbedded: false, lost: new Promise(() => {}), close: () => db.destroy() }
}
