import type { Plugin } from 'vite'

/**
 * A module of a library that runs no code of the app, and the empty module that replaces it in
 * builds.
 */
interface Stub {
  /** The end of the module's id. */
  readonly module: string
  /** Exports what other modules of the library import. */
  readonly code: string
  /**
   * The ends of the ids of the modules that need the original. A build that contains one of them
   * fails.
   */
  readonly neededBy: readonly [string, ...string[]]
}

const STUBS: readonly Stub[] = [
  {
    // Every write goes through the outbox.
    module: '/query-core/build/modern/mutationCache.js',
    code: `export class MutationCache {
      getAll() { return [] }
      findAll() { return [] }
      clear() {}
      resumePausedMutations() { return Promise.resolve([]) }
    }`,
    neededBy: ['/query-core/build/modern/mutationObserver.js', '/react-query/build/modern/useMutationState.js'],
  },
  {
    // Each page of a list is a query.
    module: '/query-core/build/modern/infiniteQueryBehavior.js',
    code: `export const infiniteQueryBehavior = () => undefined
      export const hasNextPage = () => false
      export const hasPreviousPage = hasNextPage`,
    neededBy: ['/query-core/build/modern/infiniteQueryObserver.js'],
  },
  {
    // `QueryState` renders loading and errors.
    module: '/react-query/build/modern/suspense.js',
    code: `export const defaultThrowOnError = undefined
      export const ensureSuspenseTimers = () => {}
      export const shouldSuspend = () => false
      export const fetchOptimistic = undefined`,
    neededBy: ['/react-query/build/modern/useSuspenseQuery.js', '/react-query/build/modern/useSuspenseQueries.js'],
  },
]

/**
 * Returns the plugin that replaces modules of libraries by empty ones: 1.5 kB brotli of the first
 * chunk (122.2 and 120.7). Fails when the module graph shows that the original is needed.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    load: (id) => STUBS.find(({ module }) => id.endsWith(module))?.code,
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? Object.keys(output.modules) : [],
      )
      for (const { module, neededBy } of STUBS) {
        const needing = neededBy.find((end) => modules.some((id) => id.endsWith(end)))
        if (needing)
          this.error(`${needing} needs ${module}, which build/stub-libraries.ts replaces by an empty module.`)
      }
    },
  }
}
