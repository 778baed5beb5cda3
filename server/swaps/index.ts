export { addTrack, declineSwap, endUnansweredSwaps, rateTrack, withdrawSwap } from './actions.ts'
export { insertSwap } from './store.ts'
