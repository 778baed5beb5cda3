import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { type Endpoint, endpointName, type ResponseOf } from '#contract/endpoint.ts'
import type { Tx } from '#server/db/open.ts'
import { type Api, markRouted, type RequestContext } from './api.ts'
import { inTransaction } from './attempt.ts'
import { type ContentTag, startContentTag } from './content-tag.ts'
import { type JsonResponse, once } from './idempotency.ts'
import { type Input, NotModified, toInput } from './input.ts'
import { admitRequest, type Checked } from './request.ts'

export type Handler<E extends Endpoint, P = undefined> = (input: Input<E, P>) => ResponseOf<E> | Promise<ResponseOf<E>>

/** The options of an endpoint that needs more than a handler. */
export interface RouteOptions<E extends Endpoint, P = undefined> {
  readonly handle: Handler<E, P>
  /**
   * Slow work without a transaction, such as hashing a password: runs once, before the transaction
   * begins.
   */
  readonly prepare?: (input: Input<E>) => Promise<P>
  /** Identifies the body of an upload, so that a client_id belongs to one body. */
  readonly fingerprint?: (prepared: P) => string
  /**
   * How long the response for a client_id is stored: 90 days, unless the effect must never happen
   * twice.
   */
  readonly retainResponse?: 'for good' | '90 days'
  /** Of a GET: whether the ETag is the hash of the response; then an unchanged one is 304. */
  readonly etag?: 'content'
  /**
   * Of a GET with `etag`: returns a cheap revision that changes with every change of the data, at
   * the latest when the change is committed. As long as it is the same, 304 needs no handler.
   */
  readonly revision?: (input: Input<E>) => Promise<string>
}

const RETENTION_MS = 90 * 24 * 3_600_000

/**
 * Registers an endpoint of the contract. Before the handler runs, the origin of a write, the
 * session, the query and the actor are checked and the rate-limit tokens taken (limits.ts). A write
 * runs in one transaction, retried at most twice if it loses against another one; with a session
 * and a `client_id` it takes effect once. The handler returns the response, or throws a Refusal,
 * which rolls its effect back.
 */
export function route<E extends Endpoint, P = undefined>(
  api: Api,
  endpoint: E,
  handler: Handler<E, P> | RouteOptions<E, P>,
): void {
  const options: RouteOptions<E, P> = typeof handler === 'function' ? { handle: handler } : handler
  const run = endpoint.method === 'GET' ? read<E, P> : write<E, P>
  markRouted(api, endpoint)
  api.hono.on(endpoint.method, endpoint.path, async (c) => {
    const checked = await admitRequest(api, endpoint, c)
    const call = { api, endpoint, options, checked, c }
    const tag = options.etag === 'content' ? await startTag(call) : undefined
    if (tag?.isUnchanged === true) return c.body(null, 304)
    const { status, body } = await run(call)
    if (endpoint.method === 'POST') api.jobs.announceWrite()
    if (status === 304) return c.body(null, 304)
    if (status === 200 && api.areAnswersChecked) checkAnswer(endpoint, body)
    const text = JSON.stringify(body)
    if (status === 200 && tag?.set(text) === true) return c.body(null, 304)
    // Statuses come from the contract's list; Hono's type for them has its own list.
    return c.body(text, status as 200, { 'Content-Type': 'application/json' })
  })
}

function startTag<E extends Endpoint, P>({ api, endpoint, options, checked, c }: Call<E, P>): Promise<ContentTag> {
  const { revision } = options
  const readRevision = revision && (() => revision(toInput({ api, checked, c, tx: undefined, prepared: undefined })))
  return startContentTag({ api, endpoint, checked, c, readRevision })
}

interface Call<E extends Endpoint, P> {
  readonly api: Api
  readonly endpoint: E
  readonly options: RouteOptions<E, P>
  readonly checked: Checked<E>
  readonly c: RequestContext
}

async function read<E extends Endpoint, P>({ api, options, checked, c }: Call<E, P>): Promise<JsonResponse> {
  try {
    const prepared = await prepare(api, options, checked, c)
    return { status: 200, body: await options.handle(toInput({ api, checked, c, tx: undefined, prepared })) }
  } catch (error) {
    if (error instanceof NotModified) return { status: 304, body: null }
    throw error
  }
}

async function write<E extends Endpoint, P>({ api, endpoint, options, checked, c }: Call<E, P>): Promise<JsonResponse> {
  const { query, session, now } = checked
  const prepared = await prepare(api, options, checked, c)
  const effect = async (tx: Tx) => options.handle(toInput({ api, checked, c, tx, prepared }))
  const clientId = readClientId(query)
  if (clientId === undefined) return { status: 200, body: await inTransaction(api.db, effect) }
  const body = options.fingerprint?.(prepared)
  const acted = body === undefined ? query : { ...query, body }
  const deleteAfter = options.retainResponse === 'for good' ? null : new Date(now.getTime() + RETENTION_MS)
  const outcome =
    session === undefined
      ? { status: 200, body: await inTransaction(api.db, effect) }
      : await once(
          api.db,
          { memberId: session.member.id, clientId, path: endpoint.path, query: acted, deleteAfter, now },
          effect,
        )
  return outcome.status === 200 ? { status: 200, body: withClientId(outcome.body, clientId) } : outcome
}

async function prepare<E extends Endpoint, P>(
  api: Api,
  options: RouteOptions<E, P>,
  checked: Checked<E>,
  c: RequestContext,
): Promise<P> {
  // Without `prepare` P is undefined, which the type of the options cannot express.
  return (await options.prepare?.(toInput({ api, checked, c, tx: undefined, prepared: undefined }))) as P
}

const readClientId = (query: Readonly<Record<string, unknown>>): string | undefined => {
  const clientId = query['client_id']
  return typeof clientId === 'string' ? clientId.toLowerCase() : undefined
}

/** Adds the client_id to a response, which proves to the client that this host detects repeats. */
const withClientId = (body: unknown, clientId: string) =>
  typeof body === 'object' && body !== null ? { ...body, client_id: clientId } : body

/**
 * Throws a TypeError if a response is not exactly what the contract's tolerant schema parses from
 * it.
 */
function checkAnswer(endpoint: Endpoint, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const read: unknown = JSON.parse(JSON.stringify(v.parse(endpoint.response, sent)))
  if (isDeepStrictEqual(sent, read)) return
  throw new TypeError(
    `${endpointName(endpoint)} answers ${JSON.stringify(sent)}, which is read as ${JSON.stringify(read)}.`,
  )
}
