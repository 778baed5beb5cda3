export { startDemoLife } from './life.ts'
export { findPassword as findDemoPassword } from './password.ts'
export { seedDemo } from './seed.ts'
export { findDemoCommunity } from './store.ts'
