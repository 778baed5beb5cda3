import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { ROOT } from '../../scripts/runs.ts'

export const UNLIMITED = '900000000,1000000'

interface BenchServer {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>
}

/** Starts the API of a checkout with its own empty database. */
export async function spawnServer(settings: Readonly<Record<string, string>>, checkout = ROOT): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-bench-'))
  // The engine's user must be able to enter it.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const own = { PORT: String(port), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' }
  const env = { ...process.env, ...own, ...settings }
  const server = spawn(process.execPath, ['server/main.ts', '--api-only'], { cwd: checkout, env })
  server.stderr.pipe(process.stderr)
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text: Buffer) => text.includes('Flipside is at') && resolve())
      server.once('exit', () => reject(new Error(`The server in ${checkout} did not start.`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${port}`, dataDir, pid: server.pid ?? 0, stop }
}

/** A server process, and a connection to its database. */
export interface ApiServer {
  readonly url: string
  readonly db: Db
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>
}

/** Starts a server without rate limits for reads and writes. */
export async function startApiServer(settings: Readonly<Record<string, string>> = {}): Promise<ApiServer> {
  const server = await spawnServer({
    RATE_LIMIT_STRANGERS: UNLIMITED,
    RATE_LIMIT_BROADCASTS: UNLIMITED,
    RATE_LIMIT_READS: UNLIMITED,
    RATE_LIMIT_ADDRESS_READS: UNLIMITED,
    RATE_LIMIT_WRITES: UNLIMITED,
    RATE_LIMIT_ADDRESS_WRITES: UNLIMITED,
    ...settings,
  })
  const address = findEmbedded(server.dataDir)
  if (address === undefined) throw new Error('The embedded database does not run.')
  const db = await openDatabase(address, { poolSize: 2, onIdleError: () => {} })
  const stop = async () => {
    await db.destroy()
    await server.stop()
  }
  return { url: server.url, db, stop }
}
