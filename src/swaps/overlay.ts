import { isSameName } from '#contract/accounts/names.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { newestFirst } from '#contract/wire.ts'
import { blockReads, findBlocked } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { declineSwap, rateSwap, sendSwapTrack, startSwap, withdrawSwap } from './actions.ts'
import { overlaySharing, sharingReads } from './share/overlay.ts'

export const swapReads = [startSwap, sendSwapTrack, rateSwap, declineSwap, withdrawSwap, ...sharingReads] as const
export const swapListReads = [...swapReads, ...blockReads] as const
type SwapActions = PendingOf<typeof swapReads>

export interface ShownSwap extends SongSwap {
  /** The latest action on it that is not on the server yet. */
  waiting?: Entry
  /** The latest action on it that was refused, or may have been sent: it is not shown as done. */
  refused?: Entry
}

export interface SwapOfMember {
  swap: ShownSwap
  member: string
}

/** Returns the swap id in requests and URLs; below 0 while it exists on this device only. */
export const getSwapId = (swap: SongSwap): number => swap.song_swap_id ?? swap.id

/**
 * Returns a list of swaps as `overlaySwaps` does; those with blocked members are hidden. Pages are
 * joined by `id`, which is the id in requests.
 */
export function overlaySwapList(
  swaps: readonly SongSwap[],
  pending: PendingOf<typeof swapListReads>,
): (ShownSwap | HiddenRow)[] {
  const isBlocked = findBlocked(pending)
  const shown = overlaySwaps(swaps, pending).map(withRequestId)
  return hideRows(shown, (swap) => [swap.initiated_user, swap.matched_user].some(isBlocked))
}

const withRequestId = (swap: ShownSwap): ShownSwap =>
  swap.id === getSwapId(swap) ? swap : { ...swap, id: getSwapId(swap) }

/** Returns the swaps, newest first, with pending swaps, tracks and ratings. */
export function overlaySwaps(swaps: readonly SongSwap[], pending: SwapActions): ShownSwap[] {
  const known = new Set(swaps.map(getSwapId))
  const isUnknown = ({ entry }: PendingAction<typeof startSwap>) => !known.has(entry.madeId ?? -entry.seq)
  const begun = pending.of(startSwap).filter(isUnknown)
  const refused = pending.parked(startSwap).filter(isUnknown)
  const unsent = [
    ...begun.map((action) => marked(action.entry, asSwap(action))),
    ...refused.map((action) => ({ ...asSwap(action), refused: action.entry })),
  ].sort((a, b) => newestFirst(a.swap_initiated_timestamp, b.swap_initiated_timestamp))
  const all: ShownSwap[] = [...unsent, ...swaps]
  const layers = [withFirstTrack, withTrack, withRating, withEnd, withSharing, withRefused]
  return all.map((swap) => layers.reduce((overlaid, layer) => layer(overlaid, pending), swap))
}

/** The host has created it, but without its first track yet. */
function withFirstTrack(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const isThis = ({ entry }: PendingAction<typeof startSwap>) =>
    entry.madeId !== undefined && entry.madeId === getSwapId(swap)
  const begun = pending.of(startSwap).findLast(isThis)
  const refused = pending.parked(startSwap).findLast(isThis)
  const action = begun ?? refused
  if (!action || swap.initiated_track_id !== null || swap.initiated_track_name !== null) return swap
  const shown = { ...swap, ...firstTrack(action) }
  return begun ? marked(action.entry, shown) : { ...shown, refused: action.entry }
}

function withTrack(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const action = pending.of(sendSwapTrack).findLast(isOf(swap))
  if (!action) return swap
  const { trackId, track, artist, url, text } = action
  const side = isSameName(action.user, swap.initiated_user) ? 'initiated' : 'matched'
  return marked(action.entry, {
    ...swap,
    [`${side}_track_id`]: trackId,
    [`${side}_track_name`]: track,
    [`${side}_artist_name`]: artist,
    [`${side}_track_url`]: url,
    [`${side}_track_text`]: text,
  })
}

function withRating(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const action = pending.of(rateSwap).findLast(isOf(swap))
  if (!action) return swap
  const side = isSameName(action.user, swap.initiated_user) ? 'initiated_reaction' : 'matched_reaction'
  // Set once: a value on the server takes precedence.
  return swap[side] === null
    ? marked(action.entry, { ...swap, [side]: action.reaction, [`${side}_text`]: action.text })
    : swap
}

function withEnd(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const declined = pending.of(declineSwap).findLast(isOf(swap))
  const withdrawn = pending.of(withdrawSwap).findLast(isOf(swap))
  const action = declined ?? withdrawn
  if (!action || swap.ended !== undefined) return swap
  const ended_timestamp = new Date(action.entry.createdAt).toISOString()
  return marked(action.entry, { ...swap, ended: declined ? 'declined' : 'withdrawn', ended_timestamp })
}

function withSharing(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const overlaid = overlaySharing(swap, pending, isOf(swap))
  return overlaid ? marked(overlaid.entry, overlaid.swap) : swap
}

function withRefused(swap: ShownSwap, pending: SwapActions): ShownSwap {
  const parked = [sendSwapTrack, rateSwap, declineSwap, withdrawSwap, ...sharingReads].flatMap((kind) =>
    pending.parked(kind),
  )
  const last = parked.filter(isOf(swap)).reduce<Entry | undefined>(latest, undefined)
  return last ? { ...swap, refused: last } : swap
}

const latest = (last: Entry | undefined, { entry }: { entry: Entry }) => (last && last.seq > entry.seq ? last : entry)

const isOf = (swap: SongSwap) => (action: { swapId: number }) => action.swapId === getSwapId(swap)

const marked = (entry: Entry, swap: ShownSwap): ShownSwap =>
  entry.status === 'acked' ? swap : { ...swap, waiting: entry }

/** Returns a pending swap for display. A negative id can't equal a real one. */
const asSwap = (action: PendingAction<typeof startSwap>): ShownSwap => ({
  id: action.entry.madeId ?? -action.entry.seq,
  initiated_user: action.user,
  matched_user: action.matchedUser,
  ...firstTrack(action),
  matched_track_id: null,
  matched_track_name: null,
  matched_artist_name: null,
  matched_track_url: null,
  initiated_reaction: null,
  matched_reaction: null,
  swap_initiated_timestamp: new Date(action.entry.createdAt).toISOString(),
  song_swap_id: action.entry.madeId ?? null,
})

const firstTrack = ({ trackId, track, artist, url, text }: PendingAction<typeof startSwap>) => ({
  initiated_track_id: trackId,
  initiated_track_name: track,
  initiated_artist_name: artist,
  initiated_track_url: url,
  initiated_track_text: text,
})
