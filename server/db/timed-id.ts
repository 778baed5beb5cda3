import { type RawBuilder, sql } from 'kysely'

/** A row's place in a list that is ordered by time, and by number for equal times. */
export interface TimedKey {
  /** In µs since 1970: PostgreSQL's precision. */
  readonly micros: number
  readonly number: number
}

export const toTimedId = ({ micros, number }: TimedKey): string =>
  `${String(micros).padStart(16, '0')}.${String(number).padStart(10, '0')}`

export function parseTimedId(id: string): TimedKey {
  const [micros, number] = id.split('.')
  return { micros: Number(micros), number: Number(number) }
}

/** Selects a time in µs since 1970. */
export const selectMicros = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/**
 * Returns a time in µs since 1970 as `timestamptz`. Exact, unlike `to_timestamp` for a fraction.
 */
export const fromMicros = (micros: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`
