import { defineConfig } from 'vitest/config'
import { unit } from '../../vitest.config.ts'
import { findMutated } from './folders.ts'

/**
 * The project `unit` with the tests of one folder. They share a worker: to start one for each file
 * would take most of the time of a mutant.
 */
const project = {
  ...unit.test,
  include: [...findMutated().tests],
  isolate: false,
  testTimeout: 30_000, // fails a test that a mutant lets hang: Stryker's own limit restarts Vitest
}
export default defineConfig({ test: { projects: [{ test: project }] } })
