import { defineConfig } from 'vitest/config'
import { unit } from '../../vitest.config.ts'
import { findMutated } from './folders.ts'

/** The project `unit` with the tests of one folder. */
const project = {
  ...unit.test,
  include: [...findMutated().tests],
  testTimeout: 30_000, // fails a test that a mutant lets hang: Stryker's own limit restarts Vitest
}
export default defineConfig({ test: { projects: [{ test: project }] } })
