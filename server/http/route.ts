import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { type Endpoint, endpointName, type ResponseOf } from '#contract/endpoint.ts'
import type { Done } from '#contract/wire.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { getSqlState, REFERENCE_MISSING } from '#server/db/sql-state.ts'
import { readFromStandby } from '#server/db/standby.ts'
import { CANCELLED, limitStatements } from '#server/db/statement-limit.ts'
import { type Api, checkListed, type RequestContext } from './api.ts'
import { inTransaction } from './attempt.ts'
import { computeVersion, setEtag, toEtag } from './etag.ts'
import {
  type IdempotentWrite,
  isFinalRefusal,
  type JsonResponse,
  once,
  readClientId,
  repeatWrite,
} from './idempotency.ts'
import { type Input, NotModified, toInput } from './input.ts'
import { isLongRead, takeEffectTokens } from './limits.ts'
import { storeLogPosition } from './log-position.ts'
import { createSlowReadRefusal } from './refusal.ts'
import { admitRequest, type Checked, createNoSessionRefusal, needsSession } from './request.ts'
import { hasSession } from './session.ts'
import { findReadPosition } from './standby-reads.ts'

/** A handler's result: nothing for a write whose response is only that it is done. */
type Result<E extends Endpoint> = ResponseOf<E> | (Done extends ResponseOf<E> ? void : never)

export type Handler<E extends Endpoint, P = undefined> = (input: Input<E, P>) => Result<E> | Promise<Result<E>>

/** The options for an endpoint that needs more than a handler. */
export interface RouteOptions<E extends Endpoint, P = undefined> {
  readonly handle: Handler<E, P>
  /**
   * Slow work without a transaction, such as hashing a password: runs once, before the transaction
   * begins.
   */
  readonly prepare?: (input: Input<E>) => Promise<P>
  /**
   * Identifies an upload's body, so that a client_id belongs to one body. A repeat then counts like
   * the first request, because it costs as much.
   */
  readonly fingerprint?: (prepared: P) => string
  /**
   * How long the response for a client_id is stored: 90 days, unless the effect must never happen
   * twice.
   */
  readonly retainResponse?: 'for good' | '90 days'
}

/** The maximum time for one statement in a read, in ms: less than clients wait for a response. */
const READ_STATEMENT_MS = 15_000
/** How many reads that take long may wait for others. */
const LONG_READS_WAITING_MAX = 50
const RETENTION_MS = 90 * 24 * 3_600_000
const DONE: Done = { success: true }

/**
 * Registers a contract endpoint. Before the handler runs, a write's origin, the session, the query
 * and the actor are checked and the rate-limit tokens taken (limits.ts). A write runs in one
 * transaction, retried at most twice if it loses against another one; with a session and a
 * `client_id` it takes effect once, and a repeat has the stored response whatever the limits are.
 * The handler returns the response, or throws a Refusal, which rolls its effect back. Every
 * response to a GET has an ETag, its text's hash or what `Input.tag` sets, and an unchanged one is
 * 304.
 */
export function route<E extends Endpoint, P = undefined>(
  api: Api,
  endpoint: E,
  handler: Handler<E, P> | RouteOptions<E, P>,
): void {
  const options: RouteOptions<E, P> = typeof handler === 'function' ? { handle: handler } : handler
  const run = endpoint.method === 'GET' ? read<E, P> : write<E, P>
  checkListed(api, endpoint)
  api.hono.on(endpoint.method, endpoint.path, async (c) => {
    const checked = await admitRequest(api, endpoint, c, { mayBeRepeat: options.fingerprint === undefined })
    const { status, body } = await run({ api, endpoint, options, checked, c })
    if (endpoint.method === 'POST') api.jobs.announceWrite()
    if (status === 200 && api.areResponsesChecked) checkResponse(endpoint, body)
    if (status === 304) return c.body(null, 304)
    const text = JSON.stringify(body)
    const isUntagged = status === 200 && endpoint.method === 'GET' && c.get('isTagged') !== true
    if (isUntagged && setEtag(c, toEtag(checked.viewer?.id, computeVersion(text)))) return c.body(null, 304)
    // Statuses come from the contract's list; Hono's type for them has its own list.
    return c.body(text, status as 200, { 'Content-Type': 'application/json' })
  })
}

interface Call<E extends Endpoint, P> {
  readonly api: Api
  readonly endpoint: E
  readonly options: RouteOptions<E, P>
  readonly checked: Checked<E>
  readonly c: RequestContext
}

async function read<E extends Endpoint, P>(call: Call<E, P>): Promise<JsonResponse> {
  const { api, endpoint, options, checked, c } = call
  const readWith = async (db: Db): Promise<JsonResponse> => {
    try {
      const prepared = await prepare(call, db)
      return { status: 200, body: await options.handle(toInput({ api, checked, c, db, tx: undefined, prepared })) }
    } catch (error) {
      if (error instanceof NotModified) return { status: 304, body: null }
      if (getSqlState(error) === CANCELLED) throw createSlowReadRefusal()
      throw error
    }
  }
  const position = findReadPosition(endpoint, checked)
  const run = () => limitStatements(READ_STATEMENT_MS, () => readFromStandby(api, position, readWith))
  if (!isLongRead(endpoint)) return run()
  if (api.longReads.waiting >= LONG_READS_WAITING_MAX) throw createSlowReadRefusal()
  return api.longReads.run(run)
}

async function write<E extends Endpoint, P>(call: Call<E, P>): Promise<JsonResponse> {
  const { api, endpoint, checked, c } = call
  const readers = new Set<number>()
  const { status, body } = await respondOnce(call, readers)
    .catch(async (error: unknown) => {
      const isDeleted = getSqlState(error) === REFERENCE_MISSING && (await isSessionEnded(api, checked))
      if (!isDeleted) throw error
      if (needsSession(endpoint)) throw createNoSessionRefusal()
      return respondOnce({ ...call, checked: { ...checked, session: undefined, viewer: null } }, readers)
    })
    .catch((error: unknown) => {
      // The effect is rolled back, and with it a session that it started or ended.
      c.header('Set-Cookie', undefined)
      throw error
    })
  if (checked.session !== undefined)
    await storeLogPosition(api, { tokenHash: checked.session.tokenHash, memberIds: readers })
  const clientId = readClientId(call.checked.query)
  return { status, body: status === 200 && clientId !== undefined ? withClientId(body, clientId) : body }
}

/** Returns whether the session has ended since the request was checked, as with the account. */
const isSessionEnded = async ({ db }: Api, { session }: Pick<Checked<Endpoint>, 'session'>): Promise<boolean> =>
  session !== undefined && !(await hasSession(db, session.tokenHash))

async function respondOnce<E extends Endpoint, P>(call: Call<E, P>, readers: Set<number>): Promise<JsonResponse> {
  const { api, endpoint, options, checked, c } = call
  const stored = checked.isRepeat ? toIdempotentWrite(call) : undefined
  if (stored !== undefined) return repeatWrite(api.db, stored)
  const getPrepared = await prepare(call, api.db).then((prepared) => () => prepared, rethrowLater)
  const effect = async (tx: Tx) => {
    const { session, now } = checked
    if (session !== undefined) await takeEffectTokens(tx, api.config, endpoint, session.member.id, now)
    return (await options.handle(toInput({ api, checked, c, db: tx, tx, readers, prepared: getPrepared() }))) ?? DONE
  }
  const write = toIdempotentWrite(call, options.fingerprint?.(getPrepared()))
  return write === undefined ? { status: 200, body: await inTransaction(api.db, effect) } : once(api.db, write, effect)
}

/** Lets a final refusal end the effect, so that it is stored; throws other errors at once. */
function rethrowLater(error: unknown): () => never {
  if (!isFinalRefusal(error)) throw error
  return () => {
    throw error
  }
}

/** Returns undefined without a session or a client_id: such a write cannot be recognized again. */
function toIdempotentWrite<E extends Endpoint, P>(
  { endpoint, options, checked: { query, session, now } }: Call<E, P>,
  body?: string,
): IdempotentWrite | undefined {
  const clientId = readClientId(query)
  if (session === undefined || clientId === undefined) return undefined
  return {
    memberId: session.member.id,
    clientId,
    path: endpoint.path,
    query: body === undefined ? query : { ...query, body },
    deleteAfter: options.retainResponse === 'for good' ? null : new Date(now.getTime() + RETENTION_MS),
    now,
  }
}

async function prepare<E extends Endpoint, P>({ api, options, checked, c }: Call<E, P>, db: Db): Promise<P> {
  // Without `prepare` P is undefined, which the options' type cannot express.
  return (await options.prepare?.(toInput({ api, checked, c, db, tx: undefined, prepared: undefined }))) as P
}

/** Adds the client_id to a response, which proves to the client that this host detects repeats. */
const withClientId = (body: unknown, clientId: string) =>
  typeof body === 'object' && body !== null ? { ...body, client_id: clientId } : body

/**
 * Throws a TypeError if a response is not exactly what the contract's tolerant schema parses from
 * it.
 */
function checkResponse(endpoint: Endpoint, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const read: unknown = JSON.parse(JSON.stringify(v.parse(endpoint.response, sent)))
  if (isDeepStrictEqual(sent, read)) return
  throw new TypeError(
    `${endpointName(endpoint)} responds with ${JSON.stringify(sent)}, which is read as ${JSON.stringify(read)}.`,
  )
}
