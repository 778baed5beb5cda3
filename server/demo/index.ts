export { type DemoLife, startDemoLife } from './life.ts'
export { findPassword as findDemoPassword } from './password.ts'
export { DEMO_SEED, seedDemo } from './seed.ts'
export { findDemoCommunity } from './store.ts'
