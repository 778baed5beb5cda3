export { disableDemo, startDemo } from './start-demo.ts'
