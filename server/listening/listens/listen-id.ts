import { parseTimedId, selectMicros, toTimedId } from '#server/db/timed-id.ts'

/** What identifies a listen among those of its member. */
export interface ListenKey {
  /** Start of the track, in µs since 1970. */
  readonly micros: number
  readonly trackId: number
}

/** Returns the id of a listen in the contract (`ListenId`). */
export const toListenId = ({ micros, trackId }: ListenKey): string => toTimedId({ micros, number: trackId })

/** Returns the key of an id that matches the contract's `ListenId`. */
export function parseListenId(id: string): ListenKey {
  const { micros, number } = parseTimedId(id)
  return { micros, trackId: number }
}

/** Selects the µs of `listened_at`. */
export const selectListenMicros = selectMicros('listened_at')
