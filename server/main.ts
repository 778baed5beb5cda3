import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart, configFromEnvironment, listMisspelledSettings } from './config/config.ts'
import { findLastFailure } from './db/embedded/engine-log.ts'
import { VERSION } from './http/version.ts'
import { startServer } from './start.ts'
import { createLogger } from './telemetry/log.ts'

/** The maximum time of a stop, in ms: docs/operating.md documents it for supervisors. */
const STOP_TIMEOUT_MS = 25_000

/**
 * Starts the server of this process and stops it on SIGINT or SIGTERM. `--api-only`: without the
 * built app.
 */
async function main(): Promise<void> {
  const config = configFromEnvironment()
  const log = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    now: () => new Date(),
    write: (line) => process.stdout.write(`${line}\n`),
  })
  const stopRequested = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  log.info(`Flipside ${VERSION}, commit ${config.commit}`)
  for (const warning of listMisspelledSettings()) log.warn(warning)
  const server = await startServer({ config, log, print, isApiOnly: process.argv.includes('--api-only') })
  print(`Flipside is at ${server.url}`)
  const end = await Promise.race([stopRequested.then(() => 'signal'), server.lost.then(() => 'lost')])
  if (end === 'lost')
    log.error('The database engine has stopped unexpectedly.', { reason: findLastFailure(config.dataDir) })
  const isStopped = await Promise.race([server.stop().then(() => true), wait(STOP_TIMEOUT_MS, false)])
  if (!isStopped) log.error('Stopping took too long: the process exits anyway', { seconds: STOP_TIMEOUT_MS / 1000 })
  process.exit(end === 'lost' || !isStopped ? 1 : 0)
}

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/**
 * Prints the message of an error that the operator can fix, or the stack of any other error, and
 * exits with code 1.
 */
function exitWithError(error: unknown): never {
  process.stderr.write(error instanceof CannotStart ? `${error.message}\n` : `${describe(error)}\n`)
  process.exit(1)
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

await main().catch(exitWithError)
