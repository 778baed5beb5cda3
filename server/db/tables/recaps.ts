import type { ColumnType } from 'kysely'
import type { Timestamp } from './columns.ts'

/** When a member's next weekly report is announced. */
interface ReportSchedulesTable {
  member_id: number
  /** The IANA zone that the member's device sent last. */
  time_zone: string
  /** The Monday in the latest week that needs no announcement any more. */
  last_week: ColumnType<Date, string, string>
  /** Monday at eight in the morning, after the week that follows `last_week`. */
  due_at: Timestamp
}

export interface RecapsTables {
  report_schedules: ReportSchedulesTable
}
