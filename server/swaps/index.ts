export { addTrack, rateTrack } from './actions.ts'
export { insertSwap } from './store.ts'
