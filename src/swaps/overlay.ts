import { isSameName } from '#contract/names.ts'
import type { SongSwap } from '#contract/swaps.ts'
import type { Entry } from '#src/offline/entry.ts'
import type { Act, Pending } from '#src/offline/pending.ts'
import { rateSwap, sendSwapTrack, startSwap } from './actions.ts'

/** A swap as it is shown. `waiting`: the latest act on it that is not on the server yet. */
export interface ShownSwap extends SongSwap {
  waiting?: Entry
}

/** Swaps, newest first, with those begun here and the tracks and ratings given here. */
export function overlaySwaps(swaps: readonly SongSwap[], pending: Pending): ShownSwap[] {
  const known = new Set(swaps.map((it) => it.id))
  const begun = pending.of(startSwap).filter(({ entry }) => !known.has(entry.madeId ?? -entry.seq))
  const all: ShownSwap[] = [...begun.map(asSwap).toReversed(), ...swaps]
  return all.map((swap) => withRating(withTrack(swap, pending), pending))
}

function withTrack(swap: ShownSwap, pending: Pending): ShownSwap {
  const act = pending.of(sendSwapTrack).findLast((it) => it.swapId === swap.id)
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
  const act = pending.of(rateSwap).findLast((it) => it.swapId === swap.id)
  if (!act) return swap
  const side = isSameName(act.user, swap.initiated_user) ? 'initiated_reaction' : 'matched_reaction'
  // Set once: what the server has stands.
  return swap[side] === null ? marked(act.entry, { ...swap, [side]: act.reaction }) : swap
}

const marked = (entry: Entry, swap: ShownSwap): ShownSwap =>
  entry.status === 'acked' ? swap : { ...swap, waiting: entry }

/** Negative ids can't meet a real one. */
const asSwap = ({ user, matchedUser, trackId, track, artist, url, entry }: Act<typeof startSwap>): ShownSwap =>
  marked(entry, {
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
