import { sql } from 'kysely'
import { expect } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Config, rateLimitSettings, readConfig } from '#server/config/config.ts'
import type { SocketAddress } from '#server/db/embedded/embedded.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import type { Standby } from '#server/db/standby.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createBoss } from '#server/queue/boss.ts'
import { createJobQueue } from '#server/queue/create-job-queue.ts'
import { createLogger } from '#server/telemetry/log.ts'
import type { BuiltApp } from '#server/web/built-app.ts'
import { createClock } from './clock.ts'
import { migratedDatabase } from './database.ts'

const PORT = 3000
const open = new Set<() => Promise<void>>()

interface TestServerOptions {
  /** Settings that differ from the defaults; rate limits are high unless a test sets them. */
  readonly settings?: Partial<Config>
  readonly builtApp?: BuiltApp
  /** An existing database, instead of a new one. */
  readonly database?: SocketAddress
  /** What serves reads in place of the database. */
  readonly standby?: Standby
}

export interface RequestOptions {
  /** The member that sends it, as returned by `signUp`. Without it: a visitor. */
  readonly as?: TestMember
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: FormData | string
  /** The client's address. */
  readonly from?: string
}

/** A parsed response. */
export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  /** The JSON, or the text if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers whose shape is what they test.
  readonly body: any
}

/** A member with their own cookie jar. */
export interface TestMember {
  readonly id: number
  readonly name: string
  readonly password: string
  readonly cookies: Map<string, string>
}

type Query = Readonly<Record<string, string | number | undefined>>

/**
 * Starts the real app over its own database, with a clock that only the test advances. Closed when
 * the file's tests are done. Checks that responses match the contract exactly.
 */
export async function testServer({ settings = {}, builtApp, database, standby }: TestServerOptions = {}) {
  const clock = createClock()
  const config = { ...DEFAULTS, ...settings }
  const address = database ?? (await migratedDatabase())
  const db = await openDatabase(address, { poolSize: 8, onIdleError: () => {} })
  const closeDatabase = () => db.destroy()
  open.add(closeDatabase)
  const lines: string[] = []
  const log = createLogger({
    level: 'debug',
    format: config.logFormat,
    now: clock.now,
    write: (text) => lines.push(text),
  })
  const check = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  const watch = { isAway: () => false, check, findClockError: () => undefined }
  const services = {
    config,
    db,
    standby,
    now: clock.now,
    log,
    watch,
    metrics: createMetrics(),
    jobs: createJobQueue(createBoss(db)),
    port: () => PORT,
    areResponsesChecked: true,
  }
  const app = createApp(services, builtApp)
  const request = requester((...args) => app.hono.request(...args))
  return {
    address,
    app,
    clock,
    config,
    db,
    /** The log so far. */
    lines,
    services,
    request,
    get: (path: string, query?: Query, options?: RequestOptions) => request('GET', path, query, options),
    post: (path: string, query?: Query, options?: RequestOptions) => request('POST', path, query, options),
    signUp: (name: string) => signUp(request, db, name),
    logIn: (name: string, password: string) => logIn(request, db, name, password),
    /** Closes it before the file's end: for files that start a server for each test. */
    async close() {
      open.delete(closeDatabase)
      await closeDatabase()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof testServer>>

type Send = (url: string, init: RequestInit, env: object) => Response | Promise<Response>
type Requester = ReturnType<typeof requester>

/**
 * Returns a function that sends requests to an app as a client does: query strings, cookies, an
 * address.
 */
export function requester(send: Send) {
  return async (
    method: string,
    path: string,
    query: Query = {},
    options: RequestOptions = {},
  ): Promise<TestResponse> => {
    const { as, headers = {}, from = '127.0.0.1', body } = options
    const cookie = [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { ...headers, ...(cookie === '' ? {} : { cookie }) }
    const init = body === undefined ? { method, headers: sent } : { method, ...(await encodedBody(body, sent)) }
    const env = { incoming: { socket: { remoteAddress: from } } }
    const response = await send(`http://localhost:${PORT}${path}${encoded(query)}`, init, env)
    if (as !== undefined) keepCookies(as.cookies, response.headers)
    return { status: response.status, headers: response.headers, body: await bodyOf(response) }
  }
}

/**
 * Encodes a body as bytes: a form that is still being written when the app has refused it logs
 * errors.
 */
async function encodedBody(body: FormData | string, headers: Readonly<Record<string, string>>) {
  const form = new Response(body)
  const type = headers['content-type'] ?? form.headers.get('content-type') ?? ''
  return { headers: { ...headers, 'content-type': type }, body: await form.arrayBuffer() }
}

function encoded(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson && text !== '' ? JSON.parse(text) : text
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    if (/Max-Age=0/.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

async function signUp(request: Requester, db: Db, name: string): Promise<TestMember> {
  const password = `${name} has a password`
  const fields = { user: name, firstname: name, lastname: name, email: 'member@flipside.example', password }
  const response = await request('POST', '/api/user/create-profile', fields)
  expect(response.body).toMatchObject({ success: true })
  return logIn(request, db, name, password)
}

async function logIn(request: Requester, db: Db, name: string, password: string): Promise<TestMember> {
  const { id } = await db
    .selectFrom('members')
    .select('id')
    .where('name_key', '=', name.toLowerCase())
    .executeTakeFirstOrThrow()
  const member = { id, name, password, cookies: new Map<string, string>() }
  const response = await request('POST', '/api/user/login', { user: name, password }, { as: member })
  expect(response.body).toMatchObject({ success: true })
  return member
}

/** Limits that no test reaches by accident. */
export const ampleRateLimits = Object.fromEntries(
  Object.keys(rateLimitSettings).map((name) => [name, { burst: 1_000_000, perSecond: 1000 }]),
  // The keys are the settings', a type that Object.keys loses.
) as Config['rateLimits']

/** Read once per worker: reading them starts git for the commit. */
const DEFAULTS: Config = { ...readConfig({}), rateLimits: ampleRateLimits }

/** Closes the test file's servers. */
export async function closeTestServers(): Promise<void> {
  for (const close of open) await close()
  open.clear()
}
