import type { ResponseOf } from '#contract/endpoint.ts'
import type { getLovedTrackIds, getLovedTracks, LovedTrack } from '#contract/listening/loved-tracks.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { setLoved } from './actions.ts'

export const lovedReads = [setLoved] as const

/** A track in any list. `id` is null if the list does not know it. */
export interface LovableTrack {
  readonly id: number | null
  readonly track: string
  readonly artist: string
}

type LovedAction = PendingAction<typeof setLoved>

/** The tracks that a member loves: those from the server, and pending changes in their order. */
interface LovedIds {
  readonly ids: ReadonlySet<number>
  readonly changes: readonly LovedAction[]
}

/** Returns the loved tracks with pending changes; null from a host without them. */
export const overlayLovedIds = (
  response: ResponseOf<typeof getLovedTrackIds> | null,
  pending: PendingOf<typeof lovedReads>,
): LovedIds | null => response && { ids: new Set(response.tracks.map(({ id }) => id)), changes: pending.of(setLoved) }

/** Returns whether a track is loved: its last pending change decides. */
export function isLovedTrack({ ids, changes }: LovedIds, track: LovableTrack): boolean {
  const change = changes.findLast((action) => isSameTrack(action, track))
  return change?.isLoved ?? (track.id !== null && ids.has(track.id))
}

function isSameTrack(action: LovedAction, { id, track, artist }: LovableTrack): boolean {
  if (action.trackId !== null && action.trackId === id) return true
  return action.track.toLowerCase() === track.toLowerCase() && action.artist.toLowerCase() === artist.toLowerCase()
}

export interface LovedList {
  readonly tracks: LovedTrack[]
  readonly total: number
  readonly isHidden: boolean
}

/** Returns loved tracks with pending changes; those not loved any more stay to be taken back. */
export function overlayLovedHead(
  response: ResponseOf<typeof getLovedTracks> | null,
  pending: PendingOf<typeof lovedReads>,
): LovedList | null {
  if (response === null) return null
  const { lovedTracks, total, hidden } = response
  const isListed = (action: LovedAction) =>
    lovedTracks.some((row) => isSameTrack(action, { id: row.track_id, track: row.track, artist: row.artist }))
  const last = new Map(pending.of(setLoved).map((action) => [`${action.artist}\n${action.track}`, action]))
  const added = [...last.values()].filter((action) => action.isLoved && !isListed(action)).map(asLovedTrack)
  return { tracks: [...added.toReversed(), ...lovedTracks], total: total + added.length, isHidden: hidden === 1 }
}

/** Negative ids can't equal a real one; the entry's `seq` makes them unique. */
const asLovedTrack = ({ trackId, track, artist, entry }: LovedAction): LovedTrack => ({
  id: -entry.seq,
  track_id: trackId ?? 0,
  track,
  artist,
  artist_id: 0,
  lastfmtrackurl: '',
  loved_at: new Date(entry.createdAt).toISOString(),
})
