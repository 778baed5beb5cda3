import type { ColumnType } from 'kysely'

/** A time, read and written as a Date. */
export type Timestamp = ColumnType<Date, Date, Date>
/** A time that defaults to now in the database. */
export type TimestampNow = ColumnType<Date, Date | undefined, Date>
/**
 * A UTC day, written as 2026-11-21; read it as text, since the driver would convert it to a local
 * midnight.
 */
export type UtcDay = ColumnType<Date, string, string>
