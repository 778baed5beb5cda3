import { cacheNames } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { shellCache } from '#contract/storage-names.ts'
import { addShortcuts, dropOldCaches, storeShell } from './shortcuts.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const SHELL = '/index.html'
/** API, pictures, previews and scrobblers are never pages. Names may contain dots. */
const NOT_PAGES = /^\/(?:apis?|library|pictures|og|1|2\.0)(?:\/|$)/

/** Opens every route from the precached shell; `/` without starting the worker. */
export function precacheShell() {
  const precache = new PrecacheController()
  precache.addToCacheList(self.__WB_MANIFEST)
  registerRoute(new PrecacheRoute(precache))
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL(SHELL), { denylist: [NOT_PAGES] }))

  // Named by its revision: the shell of a new version is cached beside the old one until it takes
  // over.
  const name = shellCache(precache.getCacheKeyForURL(SHELL)?.split('=').at(-1))
  const install = async (event: ExtendableEvent) => {
    await precache.install(event)
    await storeShell(name, await precache.matchPrecache(SHELL))
  }
  self.addEventListener('install', (event) => {
    event.waitUntil(install(event))
    event.waitUntil(addShortcuts(event, name, cacheNames.precache))
  })
  self.addEventListener('activate', (event) => {
    void precache.activate(event)
    event.waitUntil(dropOldCaches(name))
  })
  cleanupOutdatedCaches()
}
