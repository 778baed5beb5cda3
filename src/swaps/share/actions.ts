import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Agrees to share the results of a completed swap, or ends the user's agreement. */
export const setSwapSharing = defineAction({
  name: 'swaps.share',
  args: v.object({ user: v.string(), swapId: v.number(), isShared: v.boolean() }),
  lane: ({ swapId }) => `swap:${swapId}`,
  replacesLast: true,
})
