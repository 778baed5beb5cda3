import type { Plugin } from 'vite'

/** What a library brings into the first chunk and nothing here can reach, as it is built: the least that its importers need. */
interface Part {
  /** How its module's id ends. */
  readonly module: string
  readonly built: string
  /** How the ids of modules end that would need the whole part: a build with one of them fails. */
  readonly neededBy: readonly string[]
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
    // src/router.ts reads and writes searches itself.
    module: '/router-core/dist/esm/searchParams.js',
    built: `export const defaultParseSearch = undefined
      export const defaultStringifySearch = undefined
      export const parseSearchWith = undefined
      export const stringifySearchWith = undefined`,
    neededBy: [],
  },
  {
    // The router's own reloads the page for a chunk that is missing, offline too: src/page/chunk-reload.ts looks first.
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
    load(id) {
      return id === PRELOAD_HELPER ? preloadHelper : PARTS.find(({ module }) => id.endsWith(module))?.built
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? Object.keys(it.modules) : []))
      for (const { module, neededBy } of PARTS) {
        const needing = neededBy.find((end) => modules.some((id) => id.endsWith(end)))
        if (needing) this.error(`${needing} needs ${module}, which config/lean-libraries.ts leaves out of builds.`)
      }
    },
  }
}
