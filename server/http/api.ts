import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Connection } from './address.ts'
import { BodyBudget } from './body-budget.ts'
import type { DirectHandler } from './direct.ts'
import { API_HEADERS, asRefusal, headersFor, newRequestId, requestLog, setHeaders } from './exchange.ts'
import type { Logger } from './log.ts'
import { type OriginRules, originRules } from './origin.ts'
import { ProcessBuckets } from './process-buckets.ts'
import { Refusal } from './refusal.ts'
import { logSecurity } from './security-log.ts'
import { sessionCookie } from './session.ts'

/** What the server is made of; tests hand in their own clock and database. */
export interface Services {
  readonly config: Config
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
  /** The port that is listened on; known only then when PORT is 0. */
  readonly port: () => number
  /** Tests: an answer that is not exactly what the contract says is an error. */
  readonly areAnswersChecked: boolean
}

export interface HonoTypes {
  Bindings: Connection
  Variables: { requestId: string }
}
export type RequestContext = Context<HonoTypes>

/**
 * What later domains do at moments of an earlier one, which must not know them. `signingUp` looks at a name before there is
 * a member, may refuse it by throwing a Refusal, and answers what to do once there is one; `loggedIn` runs at every log-in;
 * `playersRevoked` ends what lets players act for a member.
 */
export interface Hooks {
  readonly signingUp: ((name: string) => Promise<(tx: Tx, memberId: number, now: Date) => Promise<void>>)[]
  readonly loggedIn: ((tx: Tx, memberId: number, now: Date) => Promise<void>)[]
  readonly playersRevoked: ((tx: Tx, memberId: number) => Promise<void>)[]
}

/** The API while it is put together: `route` adds calls to it. */
export interface Api extends Services {
  readonly hono: Hono<HonoTypes>
  readonly origins: OriginRules
  readonly cookie: ReturnType<typeof sessionCookie>
  /** Rate limits that this process counts in memory: see limits.ts. */
  readonly buckets: ProcessBuckets
  /** Bytes of bodies that are in memory. */
  readonly bodies: BodyBudget
  /** What is answered without the framework, by method and path: see `answerDirectly`. */
  readonly direct: Map<string, DirectHandler>
  /** Names of the endpoints that have a handler. */
  readonly routed: Set<string>
  readonly hooks: Hooks
  /** What goes on between requests: each begins it, and answers how it is ended. */
  readonly work: (() => () => Promise<void>)[]
}

/** The longest request line that is read; a message of 6,000 encoded bytes fits twice. */
const URL_MAX = 16_384

/** An API without calls: log lines, headers, CORS and errors are in place. */
export function createApi(services: Services): Api {
  const hono = new Hono<HonoTypes>()
  const origins = originRules(services.config, services.port)
  hono.use(logged(services))
  hono.use('/api/*', compress(), withApiHeaders(origins))
  hono.onError((error, c) => toAnswer(error, c, services.log))
  return {
    ...services,
    hono,
    origins,
    cookie: sessionCookie(services.config),
    buckets: new ProcessBuckets(),
    bodies: new BodyBudget(),
    direct: new Map(),
    routed: new Set(),
    hooks: { signingUp: [], loggedIn: [], playersRevoked: [] },
    work: [],
  }
}

/** One line for each request, and the headers of every answer. */
function logged({ log, config }: Services): MiddlewareHandler<HonoTypes> {
  const logRequest = requestLog(log)
  const headers = headersFor(config)
  return async (c, next) => {
    const id = newRequestId()
    c.set('requestId', id)
    setHeaders(c, { 'X-Request-Id': id, ...headers })
    const startedAt = performance.now()
    // PostgreSQL cannot store NUL, so that nothing that a path could name has one.
    if (/%00|\0/.test(c.req.path)) throw new Refusal(400, 'A path must not contain the character NUL.')
    await next()
    logRequest({ method: c.req.method, path: c.req.path, status: c.res.status, id, startedAt })
  }
}

function withApiHeaders(origins: OriginRules): MiddlewareHandler<HonoTypes> {
  return async (c, next) => {
    for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value)
    c.header('Vary', 'Origin, Cookie')
    if (c.req.url.length > URL_MAX) throw new Refusal(414, 'That is too long.', 'too_long')
    const origin = c.req.header('Origin')
    const isAllowed = origin !== undefined && origins.isAllowed(origin)
    if (isAllowed) allowOrigin(c, origin)
    if (isAllowed && c.req.method === 'OPTIONS') return preflight(c)
    return next()
  }
}

function allowOrigin(c: RequestContext, origin: string): void {
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Expose-Headers', 'ETag, Retry-After, X-Request-Id')
}

function preflight(c: RequestContext): Response {
  c.header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
  c.header('Access-Control-Allow-Headers', 'Content-Type, If-None-Match')
  c.header('Access-Control-Max-Age', '86400')
  return c.body(null, 204)
}

/** Errors become answers. */
function toAnswer(error: Error, c: RequestContext, log: Logger): Response {
  const refusal = asRefusal(error, log, c.get('requestId'))
  if (refusal.code === 'rate_limited')
    logSecurity(log, 'limit_reached', { path: c.req.path.slice(0, 200), id: c.get('requestId') })
  for (const [name, value] of Object.entries({ ...API_HEADERS, ...refusal.headers })) c.header(name, value)
  // Statuses come from the contract's list; Hono's type for them is a list of its own.
  return c.json(refusal.body, refusal.status as 400)
}
