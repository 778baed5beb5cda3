import type { ColumnType, Selectable } from 'kysely'

/** A time, read and written as a Date. */
export type Timestamp = ColumnType<Date, Date, Date>
/** A time that defaults to now in the database. */
export type TimestampNow = ColumnType<Date, Date | undefined, Date>
/**
 * A UTC day, written as 2026-11-21; read it as text, since the driver would convert it to a local
 * midnight.
 */
export type UtcDay = ColumnType<Date, string, string>

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name

/** A row of a table, as SQL selects it with its column names in camel case. */
export type CamelRow<Table> = {
  readonly [Column in keyof Selectable<Table> as CamelCase<Column>]: Selectable<Table>[Column]
}
