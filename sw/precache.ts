import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** The API and what scrobblers talk to are never the app's pages. Names hold dots, so a dot means nothing. */
const NOT_PAGES = [/^\/api(?:\/|$)/, /^\/1(?:\/|$)/, /^\/2\.0(?:\/|$)/]

/** Every route opens from the precached shell, with and without a network. */
export function precacheShell() {
  precacheAndRoute(self.__WB_MANIFEST)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }))
  cleanupOutdatedCaches()
}
