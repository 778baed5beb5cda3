/**
 * Static routes: what the browser answers from a cache by itself, without waiting for the worker to start. Chromium has
 * them since 123; elsewhere the worker's own routes answer the same. What is not in the cache comes from the network.
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

const SHELLS = 'flipside-shell-'

/** Call while installing. `/` alone, as the installed app opens: with a search it is not in the cache. */
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

/** Puts the shell where the first of the shortcuts looks for it. */
export async function keepShell(name: string, shell: Response | undefined): Promise<void> {
  if (shell === undefined) throw new Error('the shell is not in the precache')
  await (await caches.open(name)).put('/', shell)
}

/** Removes the shells of other versions. Call when this one takes over. */
export async function dropOldShells(name: string): Promise<void> {
  const old = (await caches.keys()).filter((it) => it.startsWith(SHELLS) && it !== name)
  await Promise.all(old.map((it) => caches.delete(it)))
}
