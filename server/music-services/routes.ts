import type { Api } from '#server/http/api.ts'
import { serviceRoutes } from './accounts/routes.ts'
import { followedAccountRoutes } from './followed/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { relayRoutes } from './relays/routes.ts'
import { scrobblingRoutes } from './scrobbling/routes.ts'
import { sharedLinkRoutes } from './shared-links/routes.ts'

/** Registers every way in which listens come from files, players and music services. */
export function musicServiceRoutes(api: Api): void {
  importRoutes(api)
  scrobblingRoutes(api)
  serviceRoutes(api)
  relayRoutes(api)
  followedAccountRoutes(api)
  sharedLinkRoutes(api)
  libraryRoutes(api)
}
