import { isSameName } from '#contract/names.ts'
import type { SongSwap } from '#contract/swaps.ts'
import { newestFirst } from '#contract/wire.ts'
import type { Entry } from '#src/offline/entry.ts'
import type { Act, Pending } from '#src/offline/pending.ts'
import { declineSwap, rateSwap, sendSwapTrack, startSwap, withdrawSwap } from './acts.ts'

/** A swap as it is shown. */
export interface ShownSwap extends SongSwap {
  /** The latest act on it that is not on the server yet. */
  waiting?: Entry
  /** The latest act on it that was refused, or may have been sent: it is not shown as done. */
  refused?: Entry
}

/** The id that calls and addresses know a swap by; below 0 while it exists on this device only. */
export const swapIdOf = (swap: SongSwap): number => swap.song_swap_id ?? swap.id

/** Swaps, newest first, with those begun here and the tracks and ratings given here. */
export function overlaySwaps(swaps: readonly SongSwap[], pending: Pending): ShownSwap[] {
  const known = new Set(swaps.map(swapIdOf))
  const begun = pending.of(startSwap).filter(({ entry }) => !known.has(entry.madeId ?? -entry.seq))
  const unsent = [
    ...begun.map((act) => marked(act.entry, asSwap(act))),
    ...pending.parked(startSwap).map((act) => ({ ...asSwap(act), refused: act.entry })),
  ].sort((a, b) => newestFirst(a.swap_initiated_timestamp, b.swap_initiated_timestamp))
  const all: ShownSwap[] = [...unsent, ...swaps]
  const layers = [withTrack, withRating, withEnd, withRefused]
  return all.map((swap) => layers.reduce((it, layer) => layer(it, pending), swap))
}

function withTrack(swap: ShownSwap, pending: Pending): ShownSwap {
  const act = pending.of(sendSwapTrack).findLast(isOf(swap))
  if (!act) return swap
  const { trackId, track, artist, url } = act
  const side = isSameName(act.user, swap.initiated_user) ? 'initiated' : 'matched'
  return marked(act.entry, {
    ...swap,
    [`${side}_track_id`]: trackId,
    [`${side}_track_name`]: track,
    [`${side}_artist_name`]: artist,
    [`${side}_track_url`]: url,
  })
}

function withRating(swap: ShownSwap, pending: Pending): ShownSwap {
  const act = pending.of(rateSwap).findLast(isOf(swap))
  if (!act) return swap
  const side = isSameName(act.user, swap.initiated_user) ? 'initiated_reaction' : 'matched_reaction'
  // Set once: what the server has stands.
  return swap[side] === null ? marked(act.entry, { ...swap, [side]: act.reaction }) : swap
}

function withEnd(swap: ShownSwap, pending: Pending): ShownSwap {
  const declined = pending.of(declineSwap).findLast(isOf(swap))
  const withdrawn = pending.of(withdrawSwap).findLast(isOf(swap))
  const act = declined ?? withdrawn
  if (!act || swap.ended !== undefined) return swap
  const ended_timestamp = new Date(act.entry.createdAt).toISOString()
  return marked(act.entry, { ...swap, ended: declined ? 'declined' : 'withdrawn', ended_timestamp })
}

function withRefused(swap: ShownSwap, pending: Pending): ShownSwap {
  const acts = [sendSwapTrack, rateSwap, declineSwap, withdrawSwap].flatMap((action) => pending.parked(action))
  const last = acts.filter(isOf(swap)).reduce<Entry | undefined>(latest, undefined)
  return last ? { ...swap, refused: last } : swap
}

const latest = (last: Entry | undefined, { entry }: { entry: Entry }) => (last && last.seq > entry.seq ? last : entry)

const isOf = (swap: SongSwap) => (act: { swapId: number }) => act.swapId === swapIdOf(swap)

const marked = (entry: Entry, swap: ShownSwap): ShownSwap =>
  entry.status === 'acked' ? swap : { ...swap, waiting: entry }

/** Negative ids can't meet a real one. */
const asSwap = ({ user, matchedUser, trackId, track, artist, url, entry }: Act<typeof startSwap>): ShownSwap => ({
  id: entry.madeId ?? -entry.seq,
  initiated_user: user,
  matched_user: matchedUser,
  initiated_track_id: trackId,
  initiated_track_name: track,
  initiated_artist_name: artist,
  initiated_track_url: url,
  matched_track_id: null,
  matched_track_name: null,
  matched_artist_name: null,
  matched_track_url: null,
  initiated_reaction: null,
  matched_reaction: null,
  swap_initiated_timestamp: new Date(entry.createdAt).toISOString(),
  song_swap_id: entry.madeId ?? null,
})
