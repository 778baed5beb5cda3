import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { type Endpoint, endpointName, type Reads } from '#contract/endpoint.ts'
import { Gate } from '#server/db/gate.ts'
import type { Tx } from '#server/db/open.ts'
import type { Standby } from '#server/db/standby.ts'
import type { JobServices } from '#server/queue/define-queue.ts'
import type { Logger } from '#server/telemetry/log.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import type { NodeBindings } from './address.ts'
import { BodyBudget } from './body-budget.ts'
import { API_HEADERS } from './headers.ts'
import { type OriginRules, originRules } from './origin.ts'
import { ProcessBuckets } from './process-buckets.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { requestLogging } from './request-log.ts'
import { logSecurity } from './security-log.ts'
import { sessionCookie } from './session.ts'

export interface Services extends JobServices {
  /** Whether a response that differs from the contract throws: in tests. */
  readonly areResponsesChecked: boolean
  /** Undefined without DATABASE_READ_URL. */
  readonly standby?: Standby | undefined
  /** Undefined without a trace collector. */
  readonly tracing?: Tracing | undefined
}

export interface HonoTypes {
  Bindings: NodeBindings
  Variables: { requestId: string; isTagged?: boolean }
}
export type RequestContext = Context<HonoTypes>

/**
 * Hooks by which later domains extend earlier ones, which must not import them. `signingUp` checks
 * a name before there is a member, rejects it by throwing a Refusal, and returns an effect to run
 * once there is one; `loggedIn` runs at every log-in; `playersRevoked` revokes the credentials for
 * a member's players. `beforeRead` updates the data that an endpoint declares in `reads`, and
 * resolves to whether it was outdated.
 */
interface Hooks {
  readonly signingUp: ((name: string) => Promise<(tx: Tx, memberId: number, now: Date) => Promise<void>>)[]
  readonly loggedIn: ((tx: Tx, memberId: number, now: Date) => Promise<void>)[]
  readonly playersRevoked: ((tx: Tx, memberId: number) => Promise<void>)[]
  readonly beforeRead: Readonly<Record<Reads, ((memberId: number) => Promise<boolean>)[]>>
}

/** The API under construction: `route` registers endpoints on it. */
export interface Api extends Services {
  readonly hono: Hono<HonoTypes>
  readonly origins: OriginRules
  readonly cookie: ReturnType<typeof sessionCookie>
  /** The rate limits counted in this process's memory: see limits.ts. */
  readonly buckets: ProcessBuckets
  /** Counts the request body bytes in memory. */
  readonly bodies: BodyBudget
  /** Admits half of the pool's connections: see `isLongRead` in limits.ts. */
  readonly longReads: Gate
  /** The endpoints that may have a handler. */
  readonly listed: ReadonlySet<Endpoint>
  readonly hooks: Hooks
  /** Background work: each function starts it and returns the function that stops it. */
  readonly work: (() => () => Promise<void>)[]
}

/** The maximum URL length; a message with 6,000 encoded bytes fits twice. */
const URL_MAX = 16_384

/**
 * Returns an API without handlers, with logging, headers, CORS and error handling. `listed` are the
 * endpoints that may have one.
 */
export function createApi(services: Services, listed: readonly Endpoint[]): Api {
  const hono = new Hono<HonoTypes>()
  const origins = originRules(services.config, services.port)
  hono.use(requestLogging(services))
  hono.use('/api/*', withCompression(), withApiHeaders(origins))
  hono.onError((error, c) => toErrorResponse(error, c, services.log))
  return {
    ...services,
    hono,
    origins,
    cookie: sessionCookie(services.config),
    buckets: new ProcessBuckets(),
    bodies: new BodyBudget(),
    longReads: new Gate(Math.ceil(services.config.databasePoolSize / 2)),
    listed: new Set(listed),
    hooks: { signingUp: [], loggedIn: [], playersRevoked: [], beforeRead: { 'own listens': [] } },
    work: [],
  }
}

/** Throws for an endpoint outside the contract's lists, over which every rule for all endpoints is tested. */
export function checkListed({ listed }: Api, endpoint: Endpoint): void {
  if (!listed.has(endpoint)) throw new Error(`${endpointName(endpoint)} is not in contract/endpoints.ts.`)
}

/** Compresses responses to clients that accept it. For others, it would only cost time. */
function withCompression(): MiddlewareHandler<HonoTypes> {
  const compressed = compress()
  return (c, next) => (c.req.header('Accept-Encoding') === undefined ? next() : compressed(c, next))
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

function toErrorResponse(error: Error, c: RequestContext, log: Logger): Response {
  const refusal = toRefusal(error, log, c.get('requestId'))
  if (refusal.status === 429)
    logSecurity(log, 'limit_reached', { path: c.req.path.slice(0, 200), id: c.get('requestId') })
  for (const [name, value] of Object.entries({ ...API_HEADERS, ...refusal.headers })) c.header(name, value)
  // Statuses come from the contract's list; Hono's type for them has its own list.
  return c.json(refusal.body, refusal.status as 400)
}
