import { foldName } from '#server/db/fold-name.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { setHeaders } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { checkDepth, parseDocument } from './listenbrainz-submission.ts'
import type { Players } from './players.ts'
import { toLoggedRefusal } from './protocol.ts'
import type { Bearer } from './tokens.ts'

/** Resolves to the response JSON; undefined: 204 without a body. */
export type ListenbrainzHandler = (c: RequestContext) => Promise<object | undefined>

/** Responds with JSON; errors in ListenBrainz's form: `{ code, error }`. */
export async function respond(
  api: Api,
  players: Players,
  c: RequestContext,
  handler: ListenbrainzHandler,
): Promise<Response> {
  try {
    players.countRequest(c)
    const body = await handler(c)
    return body === undefined ? c.body(null, 204) : c.json(body)
  } catch (error) {
    const { status: refused, message, headers } = toLoggedRefusal(api, c, error)
    setHeaders(c, headers)
    const status = refused === 429 && isNavidrome(c) ? 503 : refused
    // Refusals have the contract's statuses; Hono has its own type for them.
    return c.json({ code: status, error: message }, status as 400)
  }
}

/**
 * Navidrome drops a scrobble at any code but 500 and 503. It names itself in the body only, which is
 * not read before requests are counted: its requests have the name of Go's client.
 */
const isNavidrome = (c: RequestContext): boolean =>
  /^(?:navidrome|go-http-client)\b/i.test(c.req.header('User-Agent') ?? '')

/** Returns the bearer of the request's token. Throws a Refusal 401. */
export async function getBearer(players: Players, c: RequestContext): Promise<Bearer> {
  const token = readToken(c)
  const bearer = await players.findBearer(c, token)
  if (bearer !== undefined) return bearer
  if (token !== undefined) throw new Refusal(401, 'Invalid authorization token.')
  const hasHeader = (c.req.header('Authorization') ?? '') !== ''
  throw new Refusal(
    401,
    hasHeader ? 'Provided Authorization header is invalid.' : 'You need to provide an Authorization header.',
  )
}

/**
 * Returns the bearer as `getBearer` does, for a request about a member, which must be the bearer.
 */
export async function getOwner(players: Players, c: RequestContext): Promise<Bearer> {
  const bearer = await getBearer(players, c)
  const user = c.req.param('user')
  if (user === undefined || foldName(user) === foldName(bearer.memberName)) return bearer
  throw new Refusal(403, `This token reads the listens of ${bearer.memberName} only.`)
}

/** Returns the token in `Authorization: Token ...`; some players send `token` or `Bearer`. */
export const readToken = (c: RequestContext): string | undefined =>
  /^(?:token|bearer)\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1]

/** Returns a query parameter as a number; undefined without it. Throws a Refusal 400. */
export function numberIn(c: RequestContext, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,12}$/.test(text)) throw new Refusal(400, `'${name}' should be a non-negative integer`)
  return Number(text)
}

/** A document with two or three short fields. */
const SMALL_BODY_MAX_BYTES = 10_240

/** Reads a JSON object, a small one by default. Throws a Refusal 400 or 413. */
export async function readSmallBody(
  api: Api,
  c: RequestContext,
  maxBytes = SMALL_BODY_MAX_BYTES,
): Promise<Readonly<Record<string, unknown>>> {
  const { bytes } = await createRequestBody(api, c).read(maxBytes)
  const document = parseDocument(bytes)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Refusal(400, 'Invalid JSON document submitted.')
  }
  checkDepth(document)
  return { ...document }
}
