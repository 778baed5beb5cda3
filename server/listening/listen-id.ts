import { type RawBuilder, sql } from 'kysely'

/** What identifies a listen among those of its member. */
export interface ListenKey {
  /** Start of the track, in µs since 1970: PostgreSQL's precision. */
  readonly micros: number
  readonly trackId: number
}

/** Returns the id of a listen in the contract (`ListenId`). */
export const toListenId = ({ micros, trackId }: ListenKey): string =>
  `${String(micros).padStart(16, '0')}.${String(trackId).padStart(10, '0')}`

/** Returns the key of an id that matches the contract's `ListenId`. */
export function parseListenId(id: string): ListenKey {
  const [micros, trackId] = id.split('.')
  return { micros: Number(micros), trackId: Number(trackId) }
}

/** Selects the µs of `listened_at`. */
export const selectMicros: RawBuilder<number> = sql<number>`(extract(epoch from listened_at) * 1000000)::bigint`

/** Returns a time in µs since 1970 as `timestamptz`. Exact, unlike `to_timestamp` of a fraction. */
export const fromMicros = (micros: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`
