import { failRunningImports } from '#server/music-services/index.ts'
import { createApp } from './app.ts'
import { findBackupTime } from './backup/last-backup.ts'
import { type Config, exposureWarning } from './config/config.ts'
import { findSecretKey } from './config/secret-key.ts'
import { type Connected, connect } from './db/connect.ts'
import { isMigrationMissing, migrate } from './db/migrate.ts'
import { getSqlState } from './db/sql-state.ts'
import { toStartError } from './db/start-error.ts'
import { disableDemo, startDemo } from './demo/index.ts'
import { type Doors, openDoors } from './doors.ts'
import type { Services } from './http/api.ts'
import { VERSION } from './http/version.ts'
import { addProcessMetrics, createMetrics, type MetricsRegistry } from './metrics/metrics.ts'
import { addQueueMetrics } from './metrics/queues.ts'
import { createBoss } from './queue/boss.ts'
import { createJobQueue } from './queue/create-job-queue.ts'
import { startQueue } from './queue/start-queue.ts'
import { queues } from './queues.ts'
import { describeFailure, type Logger } from './telemetry/log.ts'
import { startTracing, type Tracing } from './telemetry/tracing.ts'
import { watchConnection, watchReads } from './watches.ts'
import { type BuiltApp, readBuiltApp } from './web/built-app.ts'

interface StartOptions {
  readonly config: Config
  readonly log: Logger
  /** Only the API: Vite serves the app. */
  readonly isApiOnly: boolean
  /** Prints a message for the user in the terminal; it is not logged. */
  readonly print: (sentence: string) => void
}

interface RunningServer {
  readonly url: string
  /** Resolves when the database engine has stopped unexpectedly: then the process must exit. */
  readonly lost: Promise<void>
  /** Waits for requests to finish, then stops everything. */
  stop(): Promise<void>
}

interface Observers {
  readonly metrics: MetricsRegistry
  readonly tracing: Tracing | undefined
}

/** Starts everything in order. Throws CannotStart; then nothing is left running. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const builtApp = options.isApiOnly ? undefined : readBuiltApp(options.config)
  const { config, log } = options
  const metrics = createMetrics()
  const doors = await openDoors(config, log, metrics)
  let tracing: Tracing | undefined
  try {
    if (config.databaseUrl === null) await doors.open()
    const { traceCollector: collector } = config
    if (collector !== null) tracing = await startTracing({ collector, version: VERSION, log })
    return await startBehind(doors, options, { metrics, tracing }, builtApp)
  } catch (error) {
    await doors.close()
    doors.closeMetrics()
    await tracing?.stop()
    throw error
  }
}

/** Connects to the database, migrates it, and serves requests. */
async function startBehind(
  doors: Doors,
  options: StartOptions,
  observers: Observers,
  builtApp: BuiltApp | undefined,
): Promise<RunningServer> {
  const { config, log } = options
  const database = await connect(config, {
    print: (sentence) => log.info(sentence),
    onIdleError: (error) => log.warn('A connection to the database broke', describeFailure(error)),
    onRefused: (connections) =>
      log.warn('The database refuses further connections: requests wait for those that are open', { connections }),
    onQuery(text, ms) {
      observers.tracing?.addStatement(text, ms)
      logSlowQuery(options, observers.metrics, text, ms)
    },
    onUnprepared: () =>
      log.warn(
        'The pooler in front of the database loses prepared statements: reads are slower. See docs/operating.md',
      ),
  })
  try {
    doors.entrance.enter('migrating')
    if (await isMigrationMissing(database.db)) await doors.open()
    await migrate(database.db, undefined, undefined, ({ done, ...fields }) => log.info(done, fields)).catch(
      (error: unknown) => {
        throw isPermissionError(error) ? toStartError(error) : error
      },
    )
    doors.entrance.enter('starting')
    const completed = { ...options, config: { ...config, secretKey: findSecretKey(config) } }
    return await serve(completed, { doors, database, ...observers }, builtApp)
  } catch (error) {
    await database.close()
    throw error
  }
}

const isPermissionError = (error: unknown) => getSqlState(error) === '42501'

/** Logs a slow statement; its text has no values. */
function logSlowQuery({ config, log }: StartOptions, metrics: MetricsRegistry, text: string, ms: number): void {
  if (ms < config.slowMs) return
  const statement = text.replaceAll(/\s+/g, ' ').slice(0, 300)
  metrics.countSlowQuery(statement, ms)
  log.warn('Slow statement', { ms: Math.round(ms), statement })
}

function addMetrics({ config, db, watch, standby }: Services, metrics: MetricsRegistry, { readPool }: Connected): void {
  if (config.metricsPort === null) return
  const isDatabaseAway = watch.isAway
  addProcessMetrics(metrics, {
    readPool,
    isDatabaseAway,
    standby,
    version: VERSION,
    commit: config.commit,
    findBackupTime: () => findBackupTime(config.dataDir),
  })
  addQueueMetrics(metrics, { db, isDatabaseAway })
}

async function serve(
  { config, log, print }: StartOptions,
  { doors, database, metrics, tracing }: { doors: Doors; database: Connected } & Observers,
  builtApp: BuiltApp | undefined,
): Promise<RunningServer> {
  let { port } = config
  const databaseWatch = watchConnection(database, log)
  const standby = watchReads(database, log)
  const boss = createBoss(database.db, databaseWatch.isAway)
  const services: Services = {
    config,
    log,
    db: database.db,
    standby,
    watch: databaseWatch,
    metrics,
    jobs: createJobQueue(boss),
    now: () => new Date(),
    port: () => port,
    areResponsesChecked: false,
    tracing,
  }
  const isDemo = config.isDemoAllowed && database.isEmbedded
  const stopDemo = isDemo ? await startDemo(services, print) : await disableDemo(services, print)
  // The embedded engine belongs to this process alone: the process of an earlier import has ended.
  if (database.isEmbedded) await failRunningImports(database.db)
  const app = createApp(services, builtApp)
  const warning = exposureWarning(config)
  if (warning !== undefined) log.warn(warning)
  if (config.isDemoIgnored) log.warn('DEMO is ignored: with DATABASE_URL there is no demo community')
  addMetrics(services, metrics, database)
  // The first start of a version creates its queues: a request that adds a job needs them.
  const jobs = await startQueue(boss, services, queues)
  doors.entrance.open(app.hono.fetch)
  try {
    port = (await doors.open()).port
  } catch (error) {
    await jobs.stop()
    throw error
  }
  const endWork = app.startWork()
  return {
    url: config.publicUrl?.href.replace(/\/$/, '') ?? localUrl(config.host, port),
    lost: database.lost,
    async stop() {
      await doors.close()
      await Promise.all([stopDemo?.(), jobs.stop(), endWork()])
      doors.closeMetrics()
      await standby?.stop()
      await databaseWatch.stop()
      await database.close()
      await tracing?.stop()
    },
  }
}

function localUrl(host: string, port: number): string {
  const isAnywhere = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  const name = isAnywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
