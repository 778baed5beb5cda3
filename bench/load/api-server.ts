import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { ROOT } from '../../scripts/runs.ts'

const UNLIMITED = '900000000,1000000'

/** A server process with its own empty database. */
export interface ApiServer {
  readonly url: string
  readonly db: Db
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>
}

/** Starts a server without rate limits for reads and writes. */
export async function startApiServer(settings: Readonly<Record<string, string>> = {}): Promise<ApiServer> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-bench-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const server = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_STRANGERS: UNLIMITED,
      RATE_LIMIT_BROADCASTS: UNLIMITED,
      RATE_LIMIT_READS: UNLIMITED,
      RATE_LIMIT_ADDRESS_READS: UNLIMITED,
      RATE_LIMIT_WRITES: UNLIMITED,
      RATE_LIMIT_ADDRESS_WRITES: UNLIMITED,
      ...settings,
    },
  })
  server.stderr.pipe(process.stderr)
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const stopServer = async () => {
    server.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text: Buffer) => text.includes('Flipside is at') && resolve())
      server.once('exit', () => reject(new Error('The server did not start.')))
    })
    const address = findEmbedded(dataDir)
    if (address === undefined) throw new Error('The embedded database does not run.')
    const db = await openDatabase(address, { poolSize: 2, onIdleError: () => {} })
    const stop = async () => {
      await db.destroy()
      await stopServer()
    }
    return { url: `http://localhost:${port}`, db, stop }
  } catch (error) {
    await stopServer()
    throw error
  }
}
