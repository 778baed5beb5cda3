import { parseTimedId, selectMicros, toTimedId } from '#server/db/timed-id.ts'

/** What identifies a listen among its member's listens. */
export interface ListenKey {
  /** When the track started, in µs since 1970. */
  readonly micros: number
  readonly trackId: number
}

export const toListenId = ({ micros, trackId }: ListenKey): string => toTimedId({ micros, number: trackId })

/** Returns the key in an id that matches the contract's `ListenId`. */
export function parseListenId(id: string): ListenKey {
  const { micros, number } = parseTimedId(id)
  return { micros, trackId: number }
}

export const selectListenMicros = selectMicros('listened_at')
