import { FEED_CACHES, SHELL_CACHES } from '#contract/storage-names.ts'

/**
 * Static routes: the browser responds from a cache by itself, without starting the worker. Chromium
 * supports them since 123; in other browsers the worker's own routes return the same. Requests
 * without a cached response go to the network.
 */
interface StaticRoute {
  readonly condition: {
    readonly urlPattern: { readonly pathname: string; readonly search?: string }
    readonly requestMethod: 'GET'
    readonly requestMode?: RequestMode
  }
  readonly source: { readonly cacheName: string }
}
type InstallEvent = ExtendableEvent & { readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void> }

/** Adds the static routes while installing. `/` only without a search, as the app opens. */
export async function addShortcuts(event: InstallEvent, shell: string, assets: string): Promise<void> {
  try {
    await event.addRoutes?.([
      {
        condition: { urlPattern: { pathname: '/', search: '' }, requestMethod: 'GET', requestMode: 'navigate' },
        source: { cacheName: shell },
      },
      { condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'GET' }, source: { cacheName: assets } },
    ])
  } catch (error) {
    console.warn('The worker will be started for every page.', error)
  }
}

/** Stores the shell in the cache that the first static route reads. */
export async function storeShell(name: string, shell: Response | undefined): Promise<void> {
  if (shell === undefined) throw new Error('the shell is not in the precache')
  await (await caches.open(name)).put('/', shell)
}

/** Removes the caches of other versions. Called when this one takes over. */
export async function dropOldCaches(name: string): Promise<void> {
  const isOld = (other: string) => other.startsWith(FEED_CACHES) || (other.startsWith(SHELL_CACHES) && other !== name)
  const old = (await caches.keys()).filter(isOld)
  await Promise.all(old.map((cacheName) => caches.delete(cacheName)))
}
