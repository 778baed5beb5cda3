import type * as v from 'valibot'

type Entries = Record<string, v.GenericSchema>
/** Query parameters: an object schema whose outputs are what a handler works with; on the wire all are strings. */
export type QuerySchema = v.ObjectSchema<Entries, undefined>
export type ResponseSchema = v.GenericSchema

/**
 * What an endpoint shows of other members, or does to them. The tables of `tests/server/blocked.test.ts` and
 * `tests/server/private.test.ts` require a row for every endpoint but those of `own` and `everyone`.
 */
export type Visibility =
  /** The caller's own data only. */
  | 'own'
  /** Data between the caller and another member. Privacy settings do not restrict it; a block does. */
  | 'contact'
  /** What a private profile hides: broadcasts, follows and profile fields. Listening in it is hidden as in `listening`. */
  | 'profile'
  /** What hidden listening and a private profile hide, except from members whom the owner follows. */
  | 'listening'
  /** Ranks and counts, the same for every caller: hidden listening and a private profile remove a member for all. */
  | 'leaderboard'
  /** Data about no member, or public at an unguessable address. Blocks and privacy settings do not restrict it. */
  | 'everyone'

/** Data that the server brings up to date before the handler runs. */
export type Reads = 'own listens'

/** One call of the contract. The client builds its requests from it, the server its routes and its documentation. */
export interface Endpoint<Q extends QuerySchema = QuerySchema, R extends ResponseSchema = ResponseSchema> {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  /** One sentence for the documentation. */
  readonly summary: string
  /** `member`: needs a session. `anyone`: answers visitors too. */
  readonly access: 'anyone' | 'member'
  /** The query parameter that must name the session's member; anything else is 403 `wrong_member`. */
  readonly actor?: string
  readonly visibility: Visibility
  /** The spec does not know the endpoint. A client must work without it: a host without it responds 404 or 405. */
  readonly addition?: true
  /** `own listens`: the response is computed from the caller's listens, so that pending scrobbles are aggregated first. */
  readonly reads?: Reads
  readonly query: Q
  /** What people call parameters that a form asks for: "Your username". Without one a refusal names the parameter. */
  readonly labels?: Readonly<Record<string, string>>
  readonly response: R
  /** The spec's text for people, used when a refusal brings no sentence of its own. */
  readonly failure: string
}

/** What a caller hands in: numbers may be numbers or strings, optional parameters may be left out. */
export type Query<E extends Endpoint> = v.InferInput<E['query']>
/** What a handler gets: parsed, trimmed, numbers as numbers. */
export type ParsedQuery<E extends Endpoint> = v.InferOutput<E['query']>
/** An answer after tolerant reading. Our own server sends exactly this. */
export type ResponseOf<E extends Endpoint> = v.InferOutput<E['response']>

/** Keeps the precise types of an endpoint and nothing else. */
/* @__NO_SIDE_EFFECTS__ */
export const defineEndpoint = <const Q extends QuerySchema, const R extends ResponseSchema>(endpoint: Endpoint<Q, R>) =>
  endpoint

/** `GET /api/x`: how lists and tables name an endpoint. */
export const endpointName = (endpoint: Pick<Endpoint, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`
