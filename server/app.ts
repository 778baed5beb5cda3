import type { Hono } from 'hono'
import { endpoints } from '#contract/endpoints.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { downloads } from '#contract/ownership/export.ts'
import { uploads } from '#contract/uploads.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { broadcastsRoutes } from './broadcasts/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { offlineCopyRoutes } from './downloads/routes.ts'
import { type Api, createApi, type HonoTypes, type Services } from './http/api.ts'
import { registerFallbacks } from './http/fallback-routes.ts'
import { instanceRoutes } from './instance/routes.ts'
import { listeningRoutes } from './listening/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { musicServiceRoutes } from './music-services/routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { ownershipRoutes } from './ownership/routes.ts'
import { previewRoutes } from './previews/index.ts'
import { pushRoutes } from './push/routes.ts'
import { recapsRoutes } from './recaps/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { swapsRoutes } from './swaps/routes.ts'
import type { BuiltApp } from './web/built-app.ts'
import { healthRoutes } from './web/health.ts'
import { serveApp } from './web/serve-app.ts'
import { wellKnownRoutes } from './web/well-known.ts'

/** The server without its port. */
interface App {
  readonly hono: Hono<HonoTypes>
  readonly config: Api['config']
  /**
   * Starts the background work. Returns a function that stops it; call it before closing the
   * database.
   */
  readonly startWork: () => () => Promise<void>
}

/** Composes the server. Without `builtApp`, serves only the API. */
export function createApp(services: Services, builtApp?: BuiltApp): App {
  const listed = [...endpoints, ...[...uploads, ...downloads].map((it) => it.endpoint)]
  const api = createApi(services, listed)
  for (const addRoutes of domains) addRoutes(api)
  healthRoutes(api)
  wellKnownRoutes(api)
  const findHead = previewRoutes(api)

  let document: ReturnType<typeof openApiDocument> | undefined
  api.hono.get('/api/openapi.json', (c) => c.json((document ??= openApiDocument(api.cookie.name))))
  registerFallbacks(api, listed)
  if (builtApp !== undefined) serveApp(api, builtApp, findHead)
  const startWork = () => {
    const ends = api.work.map((start) => start())
    return async () => {
      await Promise.all(ends.map((end) => end()))
    }
  }
  return { hono: api.hono, config: api.config, startWork }
}

const domains: readonly ((api: Api) => void)[] = [
  accountsRoutes,
  activityRoutes,
  listeningRoutes,
  musicServiceRoutes,
  broadcastsRoutes,
  messagesRoutes,
  swapsRoutes,
  statusRoutes,
  pushRoutes,
  reportRoutes,
  instanceRoutes,
  moderationRoutes,
  operationRoutes,
  ownershipRoutes,
  offlineCopyRoutes,
  recapsRoutes,
  demoRoutes,
]
