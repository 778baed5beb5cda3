import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { ServerState } from '#contract/operation/server.ts'
import type { Db } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'
import { VERSION } from '#server/http/version.ts'
import type { Counts } from '#server/telemetry/metrics.ts'

export const HEARTBEAT_EVERY_MS = 30_000
const LISTED_MAX = 100
const HOST_MAX = 64

/** A process is silent after three heartbeats that did not arrive. */
const SILENT = sql<boolean>`seen_at < now() - interval '90 seconds'`
const OUTDATED = sql<boolean>`seen_at < now() - interval '1 hour'`

/** Describes this process, with the connection pool as it is now. */
function describeOwn({ config, port, readPool }: Services) {
  const pool = readPool()
  return {
    host: hostname().slice(0, HOST_MAX),
    pid: process.pid,
    port: port(),
    version: VERSION,
    commit: config.commit,
    started_at: findStart(),
    connections: pool.total,
    idle_connections: pool.idle,
    waiting: pool.waiting,
    pool_size: config.databasePoolSize,
  }
}

export const findStart = (): Date => new Date(Date.now() - process.uptime() * 1000)

/**
 * Stores the heartbeat of this process. Deletes processes that have been silent for an hour, and
 * silent ones at the address of this process.
 */
export async function storeHeartbeat(services: Services, id: string): Promise<void> {
  const own = describeOwn(services)
  const { connections, idle_connections, waiting } = own
  const counts = JSON.stringify(await services.metrics.readCounts())
  await services.db
    .with('deleted', (db) =>
      db
        .deleteFrom('server_processes')
        .where('id', '<>', id)
        .where(sql<boolean>`(${OUTDATED} or ${SILENT} and host = ${own.host} and port = ${own.port})`),
    )
    .insertInto('server_processes')
    .values({ ...own, counts, id, seen_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ connections, idle_connections, waiting, counts, seen_at: sql`now()` }),
    )
    .execute()
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('server_processes').where('id', '=', id).execute()
}

/** Lists what the processes of the last hour have counted, this one up to now. */
export async function listCounts({ db, metrics }: Services, ownId: string): Promise<readonly Partial<Counts>[]> {
  const others = await db
    .selectFrom('server_processes')
    .select('counts')
    .$narrowType<{ counts: Partial<Counts> }>()
    .where('id', '<>', ownId)
    .where(sql<boolean>`not (${OUTDATED})`)
    .execute()
  return [await metrics.readCounts(), ...others.map(({ counts }) => counts)]
}

/**
 * Lists the processes of the last hour by host and port. The one with the id `ownId` is described
 * as it is now, also before its first heartbeat.
 */
export async function listProcesses(services: Services, ownId: string): Promise<ServerState['processes']> {
  const own = { ...describeOwn(services), id: ownId, seen_at: new Date(), is_silent: false }
  const others = await services.db
    .selectFrom('server_processes')
    .select(['id', 'host', 'pid', 'port', 'version', 'commit', 'started_at', 'seen_at'])
    .select(['connections', 'idle_connections', 'waiting', 'pool_size'])
    .select(SILENT.as('is_silent'))
    .where('id', '<>', ownId)
    .where(sql<boolean>`not (${OUTDATED})`)
    .orderBy('seen_at', 'desc')
    .limit(LISTED_MAX - 1)
    .execute()
  return [own, ...others]
    .map(({ started_at, seen_at, ...each }) => ({
      ...each,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      is_responding: each.id === ownId,
    }))
    .toSorted((one, other) => one.host.localeCompare(other.host) || one.port - other.port)
}
