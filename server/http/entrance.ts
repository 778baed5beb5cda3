import type { Config } from '#server/config/config.ts'
import { LIVENESS_PATH, READINESS_PATHS } from './checks.ts'
import { API_HEADERS, headersFor, isNavigation } from './headers.ts'
import type { Fetch } from './listen.ts'
import { Refusal } from './refusal.ts'

/** What a server does before it serves requests. */
type StartPhase = 'starting' | 'migrating'

/** Responds to requests while the server starts, and passes them to the app afterwards. */
export interface Entrance {
  readonly fetch: Fetch
  /** Names the phase in readiness responses. */
  enter(phase: StartPhase): void
  /** Passes requests on from now on. */
  open(app: Fetch): void
}

const RETRY_SECONDS = 5
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Flipside</title><p>Flipside is being updated. This page loads again in ${RETRY_SECONDS} seconds.</p></html>`

const PAGE_HEADERS = { 'Content-Type': 'text/html; charset=utf-8', Refresh: String(RETRY_SECONDS) } as const

/**
 * Returns an entrance: a server's port is open during a long start, so that a supervisor does not
 * end a migration. Liveness responds with 200, everything else with 503: to a browser that opens a
 * page as a page that loads again by itself.
 */
export function createEntrance(config: Pick<Config, 'publicUrl'>): Entrance {
  const headers = { ...headersFor(config), ...API_HEADERS, 'Retry-After': String(RETRY_SECONDS) }
  const updating = new Refusal(503, 'Flipside is being updated. Please try again.')
  let phase: StartPhase = 'starting'
  let app: Fetch | undefined
  function respond(request: Request): Response {
    const path = new URL(request.url).pathname
    if (path === LIVENESS_PATH) return Response.json({ status: 'ok' }, { headers: API_HEADERS })
    if (READINESS_PATHS.includes(path)) return Response.json({ status: phase }, { status: 503, headers })
    if (isNavigation(request.headers.get('Accept')) && !path.startsWith('/api/'))
      return new Response(PAGE, { status: 503, headers: { ...headers, ...PAGE_HEADERS } })
    return Response.json(updating.body, { status: 503, headers })
  }
  return {
    fetch: (request, env) => (app === undefined ? respond(request) : app(request, env)),
    enter(next) {
      phase = next
    },
    open(next) {
      app = next
    },
  }
}
