import { nameKey } from '#contract/accounts/names.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getLaterTracks, LaterTrack } from '#contract/listening/later-tracks.ts'
import { blockReads, findBlocked } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { setLater } from './actions.ts'

export const laterReads = [setLater, ...blockReads] as const
type Changes = PendingOf<typeof laterReads>
type Change = PendingAction<typeof setLater>

export interface LaterList {
  readonly tracks: (LaterTrack | HiddenRow)[]
  readonly total: number
  /** Left the list with a listen. */
  readonly heard: LaterTrack[]
}

/** Returns whether two tracks are the same by their names. */
export const isSameTrack = (a: TrackNames, b: TrackNames): boolean =>
  nameKey(a.track) === nameKey(b.track) && nameKey(a.artist) === nameKey(b.artist)

interface TrackNames {
  readonly track: string
  readonly artist: string
}

/** Returns the head of the list with pending changes: the last one per track decides. */
export function overlayLaterHead(
  response: ResponseOf<typeof getLaterTracks> | null,
  pending: Changes,
): LaterList | null {
  if (response === null) return null
  const { laterTracks, total, heard } = response
  const changes = listLastChanges(pending)
  const isListed = (change: Change) => laterTracks.some((row) => isSameTrack(row, change))
  const added = changes.filter((change) => change.isSaved && !isListed(change))
  const removed = changes.filter((change) => !change.isSaved && isListed(change))
  return {
    tracks: [
      ...added.toReversed().map(toLaterTrack).map(hideBlocked(pending)),
      ...overlayLaterRows(laterTracks, pending),
    ],
    total: total + added.length - removed.length,
    heard: heard.filter((row) => !changes.some((change) => isSameTrack(row, change))).map(hideBlocked(pending)),
  }
}

export function overlayLaterRows(rows: readonly LaterTrack[], pending: Changes): (LaterTrack | HiddenRow)[] {
  const removed = listLastChanges(pending).filter(({ isSaved }) => !isSaved)
  return hideRows(rows.map(hideBlocked(pending)), (row) => removed.some((change) => isSameTrack(row, change)))
}

/** Returns the last change per track, in their order. */
function listLastChanges(pending: Changes): readonly Change[] {
  const all = pending.of(setLater)
  return all.filter((change, place) => !all.slice(place + 1).some((later) => isSameTrack(later, change)))
}

function hideBlocked(pending: Changes) {
  const isBlocked = findBlocked(pending)
  return (row: LaterTrack): LaterTrack =>
    row.from_user !== undefined && isBlocked(row.from_user)
      ? { ...row, from_user: undefined, from_kind: undefined, from_id: undefined }
      : row
}

/** Negative ids can't equal a real one; the entry's `seq` makes them unique. */
const toLaterTrack = ({ trackId, track, artist, source, entry }: Change): LaterTrack => ({
  id: -entry.seq,
  track_id: trackId ?? 0,
  track,
  artist,
  saved_at: new Date(entry.createdAt).toISOString(),
  from_user: source?.user,
  from_kind: source?.kind,
  from_id: source?.id,
})
