export { addTrack, declineSwap, endUnansweredSwaps, rateTrack, withdrawSwap } from './actions.ts'
export { listSwapPartners } from './history.ts'
export { insertSwap } from './store.ts'
