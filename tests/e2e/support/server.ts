import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { compileCache } from '#tests/support/compile-cache.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const START_PATIENCE_MS = 150_000
/** A whole run's sign-ups and writes come from one address, so that limits are high. */
const AMPLE = '100000,1000'

/** The real server over the built app, in its own process with its own database. */
export interface Server {
  readonly url: string
  /** Stops as an operator would: requests finish first. */
  stop(): Promise<void>
  /** SIGKILL: the database engine is left running. */
  kill(): Promise<void>
  /** Starts again at the same address over the same data. */
  start(): Promise<void>
  readonly isRunning: boolean
  /** The running process's id. */
  readonly pid: number | undefined
  /** Reads the database directly. */
  query<Row extends pg.QueryResultRow>(sql: string, ...values: readonly unknown[]): Promise<Row[]>
  /** Returns its output so far. */
  readonly printed: () => string
  /** Stops and removes the data. */
  dispose(): Promise<void>
}

export interface StartOptions {
  readonly isDemo: boolean
  /** The only port that the server uses. */
  readonly port: number
  /** Without the built app: a test without a page needs no build. */
  readonly isApiOnly?: boolean
  /** Server settings besides those that the tests need. */
  readonly settings?: Readonly<Record<string, string>>
}

const exited = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done()
    else child.once('exit', () => done())
  })

/** Waits for the line with the server's address. */
function ready(child: ChildProcess, printed: () => string): Promise<void> {
  return new Promise((done, fail) => {
    const end = (error?: Error) => {
      clearTimeout(timer)
      child.stdout?.off('data', look)
      child.off('exit', onExit)
      if (error) fail(error)
      else done()
    }
    const look = () => (/Flipside is at http/.test(printed()) ? end() : undefined)
    const onExit = () => end(new Error(`The server ended before it was ready:\n${printed()}`))
    const timer = setTimeout(() => end(new Error(`The server is not ready:\n${printed()}`)), START_PATIENCE_MS)
    child.stdout?.on('data', look)
    child.once('exit', onExit)
  })
}

const chosen = new Set<number>()

/**
 * Resolves to an unused port, to each once: it must be the same across restarts, so it must be known
 * before, and programs take theirs only when they have started.
 */
export async function freePort(): Promise<number> {
  const port = await probePort()
  if (chosen.has(port)) return freePort()
  chosen.add(port)
  return port
}

const probePort = (): Promise<number> =>
  new Promise((found, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts a server on an empty folder. */
export async function startServer(options: StartOptions): Promise<Server> {
  const { isDemo, port, isApiOnly = false, settings = {} } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'flipside-e2e-'))
  chmodSync(dataDir, 0o755) // As root the engine runs as the user nobody, which needs access.
  let child: ChildProcess | undefined
  let printed = ''

  const start = async () => {
    printed = ''
    child = spawn(process.execPath, ['server/main.ts', ...(isApiOnly ? ['--api-only'] : [])], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...compileCache,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: isDemo ? '1' : '0',
        NODE_ENV: '',
        RATE_LIMIT_WRITES: AMPLE,
        RATE_LIMIT_ADDRESS_WRITES: AMPLE,
        RATE_LIMIT_LOGINS: AMPLE,
        RATE_LIMIT_SIGN_UPS: AMPLE,
        RATE_LIMIT_READS: AMPLE,
        RATE_LIMIT_ADDRESS_READS: AMPLE,
        // No test requests a music service on the Internet.
        LINK_LOOKUPS: '0',
        MUSICBRAINZ_LINKS: '0',
        RATE_LIMIT_LINKS: AMPLE,
        RATE_LIMIT_SEARCHES: AMPLE,
        RATE_LIMIT_ADDRESS_SEARCHES: AMPLE,
        RATE_LIMIT_STRANGERS: AMPLE,
        RATE_LIMIT_BROADCASTS: AMPLE,
        RATE_LIMIT_REPORTS: AMPLE,
        RATE_LIMIT_MAILS: AMPLE,
        RATE_LIMIT_RECIPIENT_MAILS: AMPLE,
        RATE_LIMIT_ADDRESS_MAILS: AMPLE,
        RATE_LIMIT_IMPORTS: AMPLE,
        RATE_LIMIT_EXPORTS: AMPLE,
        ...settings,
      },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await ready(child, () => printed).catch(async (error: unknown) => {
      await end('SIGTERM')
      throw error
    })
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child) return
    const ending = exited(child)
    child.kill(signal)
    await ending
    child = undefined
  }
  await start()

  return {
    url: `http://localhost:${port}`,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    get isRunning() {
      return child !== undefined
    },
    get pid() {
      return child?.pid
    },
    async query<Row extends pg.QueryResultRow>(sql: string, ...values: readonly unknown[]) {
      const address = findEmbedded(dataDir)
      if (!address) throw new Error('The database engine does not run.')
      const client = new pg.Client({ ...address })
      await client.connect()
      try {
        return (await client.query<Row>(sql, [...values])).rows
      } finally {
        await client.end()
      }
    },
    printed: () => printed,
    async dispose() {
      // A killed server leaves its engine running: the next start takes it over, and stops it.
      if (!child) await start()
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
