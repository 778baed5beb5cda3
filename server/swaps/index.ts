export { listSwapPartners, listSwaps, selectWaitingSwapIds, selectWaitingSwaps } from './history.ts'
export {
  addTrack,
  declineSwap,
  endUnansweredSwaps,
  rateTrack,
  shareResults,
  withdrawSwap,
} from './moves.ts'
export { type SharedSwapRow, selectSharedSwap } from './shared-swap.ts'
export { insertSwap } from './store.ts'
