export { listSwapPartners, listSwaps, selectWaitingSwaps } from './history.ts'
export { addTrack, declineSwap, endUnansweredSwaps, rateTrack, withdrawSwap } from './moves.ts'
export { insertSwap } from './store.ts'
