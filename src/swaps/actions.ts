import { isSameName } from '#contract/names.ts'
import {
  addSongSwapReaction,
  addSongSwapTrack,
  createSongSwap,
  declineSongSwap,
  getSongSwaps,
  withdrawSongSwap,
} from '#contract/swaps.ts'
import { Refused } from '#src/api/errors.ts'
import { defineAction } from '#src/offline/action.ts'
import * as acts from './acts.ts'

/** Two calls, one act. */
export const startSwap = defineAction({
  ...acts.startSwap,
  isRepeatable: false,
  send: async (call, { user, matchedUser, trackId }, client_id) => {
    const made = await call(createSongSwap, { user, matched_user: matchedUser, client_id })
    const songswapid = made.song_swap_id
    await call(addSongSwapTrack, { user, songswapid, trackid: trackId, client_id: secondId(client_id) })
    return { id: songswapid, client_id: made.client_id }
  },
  label: ({ matchedUser }) => `Track Swap with ${matchedUser}`,
})

export const sendSwapTrack = defineAction({
  ...acts.sendSwapTrack,
  isRepeatable: true, // the same track again is the same state
  send: (call, { user, swapId, trackId }, client_id) =>
    call(addSongSwapTrack, { user, songswapid: swapId, trackid: trackId, client_id }),
  label: ({ track }) => `Send ${track} to a swap`,
})

/** Refused when it was rated elsewhere, unless the same rating stands there. */
export const rateSwap = defineAction({
  ...acts.rateSwap,
  isRepeatable: true,
  send: async (call, { user, swapId, reaction }, client_id) => {
    try {
      return await call(addSongSwapReaction, { user, songswapid: swapId, reaction, client_id })
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error
      const { songSwaps } = await call(getSongSwaps, { user, songswapid: swapId })
      const given = songSwaps.map((it) =>
        isSameName(it.initiated_user, user) ? it.initiated_reaction : it.matched_reaction,
      )
      if (given[0] !== reaction) throw error
      return {}
    }
  },
  label: ({ reaction }) => `Rate a track ${reaction}`,
})

export const declineSwap = defineAction({
  ...acts.declineSwap,
  isRepeatable: true,
  send: (call, { user, swapId }, client_id) => call(declineSongSwap, { user, songswapid: swapId, client_id }),
  label: () => 'Decline a Track Swap',
})

export const withdrawSwap = defineAction({
  ...acts.withdrawSwap,
  isRepeatable: true,
  send: (call, { user, swapId }, client_id) => call(withdrawSongSwap, { user, songswapid: swapId, client_id }),
  label: () => 'Withdraw a Track Swap',
})

/** The id of an act's second call, derived from the first's: the lowest bit of its last digit turned over. */
export const secondId = (client_id: string): string =>
  client_id.slice(0, -1) + (Number.parseInt(client_id.slice(-1), 16) ^ 1).toString(16)
