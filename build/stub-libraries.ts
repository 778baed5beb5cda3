import type { Plugin } from 'vite'

/** What a library brings into the first chunk and nothing here can reach, as it is built: the least that its importers need. */
interface Part {
  /** How its module's id ends. */
  readonly module: string
  readonly built: string
  /** How the ids of modules end that would need the whole part: a build with one of them fails. */
  readonly neededBy: readonly string[]
  /** What sources of ours would say that need the whole part: a build with one of them fails as well. */
  readonly neededFor?: RegExp
}

const PARTS: readonly Part[] = [
  {
    // Every write goes through the outbox: there are no mutations.
    module: '/query-core/build/modern/mutationCache.js',
    built: `export class MutationCache {
      getAll() { return [] }
      findAll() { return [] }
      clear() {}
      resumePausedMutations() { return Promise.resolve([]) }
    }`,
    neededBy: ['/query-core/build/modern/mutationObserver.js', '/react-query/build/modern/useMutationState.js'],
  },
  {
    // A list's pages are queries of their own.
    module: '/query-core/build/modern/infiniteQueryBehavior.js',
    built: `export const infiniteQueryBehavior = () => undefined
      export const hasNextPage = () => false
      export const hasPreviousPage = hasNextPage`,
    neededBy: ['/query-core/build/modern/infiniteQueryObserver.js'],
  },
  {
    // Nothing is asked for because the window has the focus or the network is back: wake-ups.ts does that for all.
    module: '/query-core/build/modern/focusManager.js',
    built: `export const focusManager = {
      isFocused: () => document.visibilityState !== 'hidden',
      subscribe: () => () => {},
    }
    export const FocusManager = undefined`,
    neededBy: ['/query-core/build/modern/mutationObserver.js'],
    neededFor: /\bfocusManager\b|\brefetchOnWindowFocus: (?!false)/,
  },
  {
    // Nor is the browser's idea of being online believed.
    module: '/query-core/build/modern/onlineManager.js',
    built: `export const onlineManager = { isOnline: () => true, subscribe: () => () => {} }
    export const OnlineManager = undefined`,
    neededBy: ['/query-core/build/modern/mutationObserver.js'],
    neededFor: /\bonlineManager\b|\brefetchOnReconnect: (?!false)|\bnetworkMode: (?!'always')/,
  },
  {
    // An answer is waited for once: what failed is asked for again by a person, a poll or the end of a drain.
    module: '/query-core/build/modern/retryer.js',
    built: `export class CancelledError extends Error {
      constructor(options) {
        super('CancelledError')
        this.revert = options?.revert
        this.silent = options?.silent
      }
    }
    export const isCancelledError = (value) => value instanceof CancelledError
    export const canFetch = () => true
    const nothing = () => {}
    export function createRetryer({ fn, initialPromise, onCancel }) {
      let status = 'pending'
      const settle = {}
      const promise = new Promise((resolve, reject) => {
        settle.resolved = resolve
        settle.rejected = reject
      })
      promise.catch(nothing)
      const end = (how, value) => {
        if (status === 'pending') settle[(status = how)](value)
      }
      return {
        promise,
        status: () => status,
        cancel(options) {
          if (status !== 'pending') return
          const error = new CancelledError(options)
          end('rejected', error)
          onCancel?.(error)
        },
        continue: () => promise,
        cancelRetry: nothing,
        continueRetry: nothing,
        canStart: () => true,
        start() {
          const asked = async () => initialPromise ?? fn()
          asked().then((value) => end('resolved', value), (error) => end('rejected', error))
          return promise
        },
      }
    }`,
    neededBy: ['/query-core/build/modern/mutationObserver.js'],
    neededFor: /\bretryDelay: |\bretry: (?:true|\d|\(?\w+\)? =>)/,
  },
  {
    // QueryState shows what is loading and what has failed: nothing is suspended or thrown.
    module: '/react-query/build/modern/suspense.js',
    built: `export const defaultThrowOnError = undefined
      export const ensureSuspenseTimers = () => {}
      export const shouldSuspend = () => false
      export const fetchOptimistic = undefined`,
    neededBy: ['/react-query/build/modern/useSuspenseQuery.js', '/react-query/build/modern/useSuspenseQueries.js'],
    neededFor: /\bsuspense: /,
  },
  {
    module: '/react-query/build/modern/errorBoundaryUtils.js',
    built: `export const ensurePreventErrorBoundaryRetry = () => {}
      export const useClearResetErrorBoundary = () => {}
      export const getHasError = () => false`,
    neededBy: ['/react-query/build/modern/useMutation.js'],
    neededFor: /\bthrowOnError\b/,
  },
  {
    module: '/react-query/build/modern/QueryErrorResetBoundary.js',
    built: `export const useQueryErrorResetBoundary = () => undefined
      export const QueryErrorResetBoundary = undefined`,
    neededBy: [],
    neededFor: /\b(?:use)?QueryErrorResetBoundary\b/,
  },
  {
    // The app lies at the root of its address, and src/app/router.ts rewrites nothing.
    module: '/router-core/dist/esm/rewrite.js',
    built: `const same = (_, url) => url
      export { same as executeRewriteInput, same as executeRewriteOutput }
      export const composeRewrites = undefined
      export const rewriteBasepath = undefined`,
    neededBy: [],
    neededFor: /\b(?:basepath|rewrite): /,
  },
  {
    // src/app/router.ts reads and writes searches itself.
    module: '/router-core/dist/esm/searchParams.js',
    built: `export const defaultParseSearch = undefined
      export const defaultStringifySearch = undefined
      export const parseSearchWith = undefined
      export const stringifySearchWith = undefined`,
    neededBy: [],
  },
  {
    // The router's own reloads the page for a chunk that is missing, offline too: src/browser/chunk-reload.ts looks first.
    module: '/react-router/dist/esm/lazyRouteComponent.js',
    built: `import { createElement, use } from 'react'
      export function lazyRouteComponent(importer, exportName) {
        let loading, component, error
        const load = () => loading ??= importer().then(
          (module) => {
            component = module[exportName]
            Lazy.preload = undefined
          },
          (reason) => {
            loading = undefined
            error = reason
          },
        )
        const preload = () => {
          if (!loading) error = undefined
          return load()
        }
        function Lazy(props) {
          if (error) throw error
          if (!component) use(load())
          return createElement(component, props)
        }
        Lazy.preload = preload
        return Lazy
      }`,
    neededBy: [],
  },
]

/** What is built from our own sources. */
const OURS = /\/src\/.*\.tsx?$/

/** Vite's own asks for nonces, relative bases and browsers that lack what this build needs anyway. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'
const preloadHelper = `
const sheets = new Map()
const sheet = (file) => {
  const href = '/' + file
  if (document.querySelector('link[rel=stylesheet][href="' + href + '"]:not([data-late])')) return
  if (!sheets.has(href)) sheets.set(href, new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve })
    link.dataset.late = ''
    link.onerror = () => {
      link.remove()
      sheets.delete(href)
      reject(new Error('Unable to load ' + href))
    }
    document.head.append(link)
  }))
  return sheets.get(href)
}
export const __vitePreload = async (load, files = []) => {
  try {
    await Promise.all(files.map(sheet))
    return await load()
  } catch (payload) {
    const event = Object.assign(new Event('vite:preloadError'), { payload })
    dispatchEvent(event)
    await event.seen
    throw payload
  }
}`

/** Builds without what PARTS names, and fails where that would be needed after all. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!OURS.test(id)) return
      const needed = PARTS.find(({ neededFor }) => neededFor?.test(code))
      if (needed) this.error(`It needs ${needed.module}, which build/stub-libraries.ts leaves out of builds.`)
    },
    load(id) {
      return id === PRELOAD_HELPER ? preloadHelper : PARTS.find(({ module }) => id.endsWith(module))?.built
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? Object.keys(it.modules) : []))
      for (const { module, neededBy } of PARTS) {
        const needing = neededBy.find((end) => modules.some((id) => id.endsWith(end)))
        if (needing) this.error(`${needing} needs ${module}, which build/stub-libraries.ts leaves out of builds.`)
      }
    },
  }
}
