export { addTrack, beginSwap, rateTrack } from './actions.ts'
export { DEMO_MATCH_PAUSE_MS } from './matching.ts'
export { isWaitingFor, type Swap, sideOf } from './rules.ts'
export { countWaiting, findSwapForUpdate } from './store.ts'
