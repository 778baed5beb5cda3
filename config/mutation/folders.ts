/** A part of the project with mutants that are measured together. */
interface MutatedFolder {
  /** The files that are changed. */
  readonly mutate: readonly string[]
  /** The tests that must notice. They need no database and no browser. */
  readonly tests: readonly string[]
  /** The lowest score, in percent, that is no failure. */
  readonly least: number
}

const UNTESTED = '!**/*.test.{ts,tsx}'

/** The folders by name. */
export const mutatedFolders: Readonly<Record<string, MutatedFolder>> = {
  drain: {
    mutate: ['src/offline/drain/*.ts', UNTESTED],
    tests: ['src/offline/drain/*.test.ts'],
    least: 85,
  },
  outbox: {
    mutate: ['src/offline/outbox/*.ts', UNTESTED],
    tests: ['src/offline/outbox/*.test.ts', 'src/offline/drain/attempts.test.ts'],
    least: 85,
  },
  device: {
    mutate: ['src/offline/device/*.ts', UNTESTED],
    tests: ['src/offline/device/*.test.ts', 'src/offline/outbox/{outbox-store,restore}.test.ts'],
    least: 85,
  },
  cache: {
    // The hooks and components are tested by tests/screens.
    mutate: ['src/cache/*.ts', '!src/cache/{use*,connection}.ts', UNTESTED],
    tests: ['src/cache/*.test.ts'],
    least: 79,
  },
  contract: {
    mutate: ['contract/**/*.ts', UNTESTED],
    tests: ['contract/**/*.test.ts', 'tests/contract/*.test.ts'],
    least: 85,
  },
}

/** Returns the folder that the environment variable `MUTATED` names. */
export function findMutated(): MutatedFolder & { readonly name: string } {
  const name = process.env['MUTATED'] ?? ''
  const folder = mutatedFolders[name]
  if (!folder) throw new Error(`MUTATED must be one of ${Object.keys(mutatedFolders).join(', ')}.`)
  return { name, ...folder }
}
