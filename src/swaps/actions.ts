import * as v from 'valibot'
import { addSongSwapReaction, addSongSwapTrack, createSongSwap } from '#contract/swaps.ts'
import { defineAction } from '#src/offline/action.ts'

const chosenTrack = { trackId: v.number(), track: v.string(), artist: v.string(), url: v.string() }
const ofSwap = ({ swapId }: { swapId: number }) => `swap:${swapId}`

/** Begins a swap with its first track: two calls, one act. */
export const startSwap = defineAction({
  name: 'swaps.start',
  args: v.object({ user: v.string(), matchedUser: v.string(), ...chosenTrack }),
  lane: (_args, client_id) => `swap:${client_id}`,
  isRepeatable: false,
  send: async (call, { user, matchedUser, trackId }, client_id) => {
    const made = await call(createSongSwap, { user, matched_user: matchedUser, client_id })
    const songswapid = made.song_swap_id
    await call(addSongSwapTrack, { user, songswapid, trackid: trackId, client_id: secondId(client_id) })
    return { id: songswapid, client_id: made.client_id }
  },
  label: ({ matchedUser }) => `Track Swap with ${matchedUser}`,
})

/** Sends one's own track into a swap that another member began. */
export const sendSwapTrack = defineAction({
  name: 'swaps.track',
  args: v.object({ user: v.string(), swapId: v.number(), ...chosenTrack }),
  lane: ofSwap,
  isRepeatable: true, // the same track again is the same state
  send: (call, { user, swapId, trackId }, client_id) =>
    call(addSongSwapTrack, { user, songswapid: swapId, trackid: trackId, client_id }),
  label: ({ track }) => `Send ${track} to a swap`,
})

/** Rates the other member's track. */
export const rateSwap = defineAction({
  name: 'swaps.rate',
  args: v.object({ user: v.string(), swapId: v.number(), reaction: v.number() }),
  lane: ofSwap,
  outcomes: { already_rated: 'done' },
  isRepeatable: true,
  send: (call, { user, swapId, reaction }, client_id) =>
    call(addSongSwapReaction, { user, songswapid: swapId, reaction, client_id }),
  label: ({ reaction }) => `Rate a track ${reaction}`,
})

/** The id of an act's second call, derived from the first's: the lowest bit of its last digit turned over. */
export const secondId = (client_id: string): string =>
  client_id.slice(0, -1) + (Number.parseInt(client_id.slice(-1), 16) ^ 1).toString(16)
