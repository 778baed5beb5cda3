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
const LINKS = ['contract/listening/recognize-link.ts', 'contract/listening/track-services.ts']
const NAMES = 'contract/listening/track-names.ts'

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
    least: 85,
  },
  contract: {
    // Drawings are data. The texts of activities are in `push`. tests/contract/malformed-responses
    // is left out: it would take most of the time of a mutant.
    mutate: [
      'contract/**/*.ts',
      '!contract/{activity,art,recaps}/**',
      ...[...LINKS, NAMES].map((file) => `!${file}`),
      UNTESTED,
    ],
    tests: [
      'contract/*.test.ts',
      'contract/{accounts,broadcasts,messages}/*.test.ts',
      'contract/listening/!(recognize-link|track-services).test.ts',
      'tests/contract/{failure-texts,section7,spec-only-host,tolerant-reading}.test.ts',
    ],
    least: 85,
  },
  links: {
    mutate: LINKS,
    tests: ['contract/listening/{recognize-link,track-services}.test.ts'],
    least: 85,
  },
  names: {
    // By itself: its tests take seconds. Most survivors only leave out a fast path.
    mutate: [NAMES],
    tests: ['tests/contract/track-names.test.ts'],
    least: 80,
  },
  recaps: {
    mutate: ['contract/recaps/*.ts', UNTESTED],
    tests: ['contract/recaps/*.test.ts'],
    least: 85,
  },
  http: {
    // The files that need no database; the others' tests take a second for each mutant.
    mutate: [
      'server/http/{address,batcher,body-budget,device,etag,json-complexity,origin,process-buckets}.ts',
      'server/http/{public-address,query,refusal,relying-party}.ts',
    ],
    tests: [
      'server/http/{address,batcher,bounds,device,origin-rules,process-buckets}.test.ts',
      'server/http/{public-address,query,refusal,relying-party}.test.ts',
    ],
    least: 85,
  },
  push: {
    mutate: ['server/push/{content,endpoint,kinds,quiet-hours}.ts', 'contract/activity/{targets,texts}.ts'],
    tests: ['server/push/{content,endpoint,kinds,quiet-hours}.test.ts', 'contract/activity/*.test.ts'],
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
