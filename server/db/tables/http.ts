import type { ColumnType } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

interface ClientIdsTable {
  member_id: number
  client_id: string
  endpoint: string
  /** The parsed input's SHA-256 hash. */
  fingerprint: Buffer
  /** Null only inside the transaction that inserts it. */
  status: number | null
  answer: ColumnType<unknown, string | null, string | null>
  created_at: TimestampNow
  /** The time after which a job may delete it; null: retained forever. */
  delete_after: Timestamp | null
}

interface RateLimitsTable {
  key: string
  tokens: number
  is_allowed: boolean
  refilled_at: Timestamp
}

export interface HttpTables {
  client_ids: ClientIdsTable
  rate_limits: RateLimitsTable
}
