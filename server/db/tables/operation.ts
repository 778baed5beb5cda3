import type { ColumnType } from 'kysely'
import type { Timestamp } from './columns.ts'

/** The server processes that use the database. Unlogged: each writes its row again. */
interface ServerProcessesTable {
  /** Random, made at the start of the process. */
  id: string
  /** The name of the machine or container. */
  host: string
  pid: number
  port: number
  version: string
  commit: string
  started_at: Timestamp
  /** The last heartbeat, by the clock of the database. */
  seen_at: Timestamp
  /** The connection pool at the last heartbeat, of at most `pool_size` connections. */
  connections: number
  idle_connections: number
  waiting: number
  pool_size: number
  /** What it had counted at the last heartbeat; empty for a former version. */
  counts: ColumnType<unknown, string, string>
}

export interface OperationTables {
  server_processes: ServerProcessesTable
}
