import { describe, inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of test files, and the mutants to run them with. */
    mutants: { readonly tests: readonly string[]; readonly names: readonly string[] }
  }
}

// A test file for Vitest: runs other test files once for each mutant, in one worker. The plugin of
// scripts/mutate-rules.ts imports the mutant that the query names.
const { tests, names } = inject('mutants')

describe.each(names)('%s', async (name) => {
  for (const path of tests)
    try {
      await import(/* @vite-ignore */ `${path}?mutant=${name}`)
    } catch (error) {
      test('the file is imported', () => {
        throw error
      })
    }
})
