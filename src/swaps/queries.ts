import { getSongSwaps, type SongSwap } from '#contract/swaps.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { Pending } from '#src/offline/pending.ts'
import { overlaySwaps } from './overlay.ts'

/** A member's swaps, newest first. */
export const songSwapsQuery = (user: string) =>
  liveQuery({
    queryKey: ['swaps', 'all', user],
    ask: (signal) => exchange(getSongSwaps, { user }, { signal }),
    overlay: overlayAll,
  })

const overlayAll = ({ songSwaps }: { songSwaps: SongSwap[] }, pending: Pending) => overlaySwaps(songSwaps, pending)
