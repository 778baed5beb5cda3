import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

const chosenTrack = { trackId: v.number(), track: v.string(), artist: v.string(), url: v.string() }
/** What the user wrote with the track or the rating. */
const withText = { text: v.optional(v.string()) }
const inSwap = { user: v.string(), swapId: v.number() }
const ofSwap = ({ swapId }: { swapId: number }) => `swap:${swapId}`

export const startSwap = defineAction({
  name: 'swaps.start',
  args: v.object({ user: v.string(), matchedUser: v.string(), ...chosenTrack, ...withText }),
  lane: (_args, client_id) => `swap:${client_id}`,
})

export const sendSwapTrack = defineAction({
  name: 'swaps.track',
  args: v.object({ ...inSwap, ...chosenTrack, ...withText }),
  lane: ofSwap,
})

export const rateSwap = defineAction({
  name: 'swaps.rate',
  args: v.object({ ...inSwap, reaction: v.number(), ...withText }),
  lane: ofSwap,
})

export const declineSwap = defineAction({ name: 'swaps.decline', args: v.object(inSwap), lane: ofSwap })

export const withdrawSwap = defineAction({ name: 'swaps.withdraw', args: v.object(inSwap), lane: ofSwap })
