import { shareSongSwap, unshareSongSwap } from '#contract/swaps/shared-swap.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const setSwapSharing = defineSender({
  ...actions.setSwapSharing,
  outcomes: ({ isShared }) => (isShared ? {} : { 404: 'done' }),
  isRepeatable: true,
  send: (call, { user, swapId, isShared }, client_id) =>
    call(isShared ? shareSongSwap : unshareSongSwap, { user, songswapid: swapId, client_id }),
  label: ({ isShared }) => `${isShared ? 'Share' : 'Stop sharing'} the results of a Track Swap`,
})
