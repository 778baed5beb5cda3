import { createApp } from './app.ts'
import { type Config, exposureWarning } from './config.ts'
import { type Connected, connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { closeDemo, findDemoCommunity, findDemoPassword, reopenDemo, seedDemo, startDemoLife } from './demo/index.ts'
import type { Services } from './http/api.ts'
import { checkIsFree, listen } from './http/listen.ts'
import type { Logger } from './http/log.ts'
import { counting, housekeeping, scheduling, startJobs } from './jobs/jobs.ts'
import { startLanes } from './jobs/lanes.ts'
import { failRunningImports, refreshNext } from './listening/index.ts'
import { readBuiltApp } from './web/built-app.ts'

export interface StartOptions {
  readonly config: Config
  readonly log: Logger
  /** Only the API: the app is served by Vite. */
  readonly isApiOnly: boolean
  /** Tells whoever started the server, and no log, what they need. */
  readonly say: (sentence: string) => void
}

export interface RunningServer {
  /** Where people reach it. */
  readonly url: string
  /** Resolves when the database engine is gone: there is nothing left to do but to end. */
  readonly lost: Promise<void>
  /** Finishes requests, then stops everything. */
  stop(): Promise<void>
}

/** Services are slow: while one member's answer comes another one is asked for. */
const REFRESHING = { name: 'fetch charts', lanes: 3, everyMs: 1000 }

/** Starts everything in order. Throws CannotStart with a sentence; then nothing is left running. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, isApiOnly } = options
  const builtApp = isApiOnly ? undefined : readBuiltApp(config)
  if (config.port !== 0) await checkIsFree(config)
  const database = await connect(config, {
    say: (sentence) => log.info(sentence),
    onIdleError: (error) => log.warn('A connection to the database broke', { reason: error.name }),
  })
  try {
    await migrate(database.db)
    return await serve(options, database, builtApp)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(
  { config, log, say }: StartOptions,
  database: Connected,
  builtApp: ReturnType<typeof readBuiltApp> | undefined,
): Promise<RunningServer> {
  const bound = { port: config.port }
  const services: Services = {
    config,
    log,
    db: database.db,
    now: () => new Date(),
    port: () => bound.port,
    areAnswersChecked: false,
  }
  const isDemo = config.isDemoAllowed && database.isEmbedded
  const stopDemo = isDemo ? await startDemo(services, say) : await refuseDemo(services, say)
  // The engine is this process' alone: whoever ran an import before is no more.
  if (database.isEmbedded) await failRunningImports(database.db)
  const app = createApp(services, builtApp)
  const warning = exposureWarning(config)
  if (warning !== undefined) log.warn(warning)
  const listening = await listen(app, config)
  bound.port = listening.port
  const endWork = app.startWork()
  const stopJobs = startJobs(services, [...housekeeping, ...scheduling, ...counting])
  const stopRefreshing = startLanes({ ...REFRESHING, doNext: (signal) => refreshNext(services, signal) }, log)
  return {
    url: config.publicUrl?.href.replace(/\/$/, '') ?? localUrl(config.host, listening.port),
    lost: database.lost,
    async stop() {
      await listening.close()
      await Promise.all([stopDemo?.(), stopJobs(), stopRefreshing(), endWork()])
      await database.close()
    },
  }
}

/** Fills an empty database with the demo community and lets its members act. The answer ends that. */
async function startDemo({ db, now, log, config }: Services, say: StartOptions['say']): Promise<() => Promise<void>> {
  await seedDemo(db, { now: now(), dataDir: config.dataDir })
  const password = findDemoPassword(config.dataDir)
  const isDemo = (await findDemoCommunity(db)) !== undefined
  if (isDemo && password !== undefined) {
    await reopenDemo(db, password)
    say(`The demo's members all have the password ${password}.`)
  }
  const ending = new AbortController()
  const life = startDemoLife({ db, now, log, signal: ending.signal })
  return () => {
    ending.abort()
    return life
  }
}

/** Their password was printed and lies in a file: where others than this machine's user may come, it opens nothing. */
async function refuseDemo({ db }: Services, say: StartOptions['say']): Promise<undefined> {
  const closed = await closeDemo(db)
  if (closed > 0) say(`The ${closed} members of the demo cannot log in here: everybody knows their password.`)
}

function localUrl(host: string, port: number): string {
  const isAnywhere = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  const name = isAnywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
