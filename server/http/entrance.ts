import type { Config } from '#server/config/config.ts'
import { LIVENESS_PATH, READINESS_PATHS } from './checks.ts'
import { API_HEADERS, headersFor } from './headers.ts'
import type { Fetch } from './listen.ts'
import { Refusal } from './refusal.ts'

/** What a server does before it serves requests. */
export type StartPhase = 'starting' | 'migrating'

/** Responds to requests while the server starts, and passes them to the app afterwards. */
export interface Entrance {
  readonly fetch: Fetch
  /** Names the phase in readiness responses. */
  enter(phase: StartPhase): void
  /** Passes requests on from now on. */
  open(app: Fetch): void
}

const RETRY_SECONDS = 5

/**
 * Returns an entrance: a server's port is open during a long start, so that a supervisor does not
 * end a migration. Liveness responds with 200, everything else with 503.
 */
export function createEntrance(config: Pick<Config, 'publicUrl'>): Entrance {
  const headers = { ...headersFor(config), ...API_HEADERS, 'Retry-After': String(RETRY_SECONDS) }
  const updating = new Refusal(503, 'Flipside is being updated. Please try again.')
  let phase: StartPhase = 'starting'
  let app: Fetch | undefined
  function respond(path: string): Response {
    if (path === LIVENESS_PATH) return Response.json({ status: 'ok' }, { headers: API_HEADERS })
    const body = READINESS_PATHS.includes(path) ? { status: phase } : updating.body
    return Response.json(body, { status: 503, headers })
  }
  return {
    fetch: (request, env) => (app === undefined ? respond(new URL(request.url).pathname) : app(request, env)),
    enter(next) {
      phase = next
    },
    open(next) {
      app = next
    },
  }
}
