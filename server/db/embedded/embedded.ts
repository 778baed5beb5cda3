import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkVersion, type EngineFolder, fillFolder, locateFolder, openFolder, removeRunFolder } from './folder.ts'
import {
  ENGINE_USER,
  findRunning,
  initialize,
  isEngine,
  launch,
  type RunningEngine,
  readLastError,
  removeStaleFiles,
  SOCKET_PORT,
  stopEngine,
} from './process.ts'

/** A PostgreSQL server's socket address. */
export interface SocketAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** An embedded engine owned by this process until it is stopped. */
export interface EmbeddedEngine {
  readonly address: SocketAddress
  /** Whether a killed server had left it running. */
  readonly isAdopted: boolean
  /** Resolves when the engine exits without a `stop` call. */
  readonly lost: Promise<void>
  stop(): Promise<void>
}

const DATABASE = 'flipside'
/** The advisory lock (in the database `postgres`) that the engine's owner holds. */
const OWNERSHIP_LOCK = 'pg_try_advisory_lock(7035, 1)'
const START_TIMEOUT_MS = 60_000
/** The time in which the database releases a killed server's lock, in ms. */
const HANDOVER_TIMEOUT_MS = 1_500

/**
 * Starts a PostgreSQL server over `dataDir`, or adopts the one that a killed Flipside server left
 * running. It listens on a local socket only. Throws {@link CannotStart} if the folder is in use,
 * from another version, or unusable.
 */
export async function startEmbedded(dataDir: string, print: (sentence: string) => void): Promise<EmbeddedEngine> {
  const folder = openFolder(dataDir, print)
  const binaries = await findBinaries(folder.owner, print)
  checkVersion(folder, binaries.major)
  if (folder.isNew) await fillFolder(folder, (target) => initialize(binaries, folder, target))
  const { running, client, isAdopted } = await connectOrLaunch(binaries, folder)
  if (isAdopted) print('An earlier server left its database engine running; it was taken over.')
  client.removeAllListeners('error')
  const lost = new Promise<void>((resolve) => client.once('error', () => resolve()).once('end', () => resolve()))
  await createDatabase(client)
  return {
    address: toAddress(running, DATABASE),
    isAdopted,
    lost,
    async stop() {
      // The engine closes this connection last; until then no other server can adopt the engine.
      client.on('error', () => {})
      await stopEngine(running.pid, folder.data)
      await client.end().catch(() => {})
      removeRunFolder(folder)
    },
  }
}

/**
 * Returns the socket of the engine that a server is running over `dataDir`, or undefined if there
 * is none. Does not adopt it.
 */
export function findEmbedded(dataDir: string): SocketAddress | undefined {
  const { data } = locateFolder(dataDir)
  const running = findRunning(data)
  return running !== undefined && isEngine(running.pid, data) ? toAddress(running, DATABASE) : undefined
}

interface ClaimedEngine {
  readonly running: RunningEngine
  readonly client: pg.Client
  readonly isAdopted: boolean
}

async function connectOrLaunch(binaries: Binaries, folder: EngineFolder): Promise<ClaimedEngine> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let isLaunchedAlive: (() => boolean) | null = null
  while (Date.now() < deadline) {
    const running = findRunning(folder.data)
    const client = running && (await connect(running, folder))
    if (running && client) return { running, client, isAdopted: isLaunchedAlive === null }
    if (isLaunchedAlive !== null && !isLaunchedAlive() && !(running && isEngine(running.pid, folder.data))) {
      throw new CannotStart(`The database engine over ${folder.data} did not start: ${readLastError(folder)}`)
    }
    if (isLaunchedAlive === null && !(running && isEngine(running.pid, folder.data))) {
      if (running) removeStaleFiles(folder)
      isLaunchedAlive = await launch(binaries, folder)
    }
    await wait(15) // Also while an engine stopped by another server is shutting down.
  }
  throw new CannotStart(
    `The database engine over ${folder.data} was not ready within a minute: ${readLastError(folder)}`,
  )
}

/**
 * Returns a connection that owns the engine, or undefined while it does not accept connections.
 * Throws {@link CannotStart} if another server owns it.
 */
async function connect(running: RunningEngine, folder: EngineFolder): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...toAddress(running, 'postgres'), application_name: 'flipside owner' })
  client.on('error', () => {})
  try {
    await client.connect()
    await claim(client, folder)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof CannotStart) throw error
    return undefined
  }
}

async function claim(client: pg.Client, folder: EngineFolder): Promise<void> {
  for (const until = Date.now() + HANDOVER_TIMEOUT_MS; Date.now() < until; await wait(50)) {
    const { rows } = await client.query<{ free: boolean }>(`select ${OWNERSHIP_LOCK} as free`)
    if (rows[0]?.free === true) return
  }
  throw new CannotStart(
    `The data folder ${folder.data} is in use by another Flipside server: stop it, or take another DATA_DIR.`,
  )
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE} template template0 encoding 'UTF8' locale 'C'`)
}

const toAddress = (running: RunningEngine, database: string): SocketAddress => ({
  host: running.run,
  port: SOCKET_PORT,
  user: ENGINE_USER,
  database,
})
