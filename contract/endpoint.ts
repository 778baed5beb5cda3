import type * as v from 'valibot'

type Entries = Record<string, v.GenericSchema>
/** Query parameters: outputs are the handler's values; on the wire all are strings. */
export type QuerySchema = v.ObjectSchema<Entries, undefined>
export type ResponseSchema = v.GenericSchema

/**
 * The data or effect on other members. The tables of `tests/server/blocked.test.ts` and
 * `tests/server/private.test.ts` require a row for every endpoint but those of `own`, `admins` and
 * `everyone`.
 */
export type Visibility =
  /** The caller's own data only. */
  | 'own'
  /** Data between the caller and another member. A block restricts it, privacy settings do not. */
  | 'contact'
  /** Broadcasts, follows and profile fields: hidden by a private profile. Listening as in `listening`. */
  | 'profile'
  /** Hidden by hidden listening and a private profile, except from members that the owner follows. */
  | 'listening'
  /** Ranks and counts, the same for all. Hidden listening and a private profile remove a member. */
  | 'leaderboard'
  /** Data for admins, about any member. Neither blocks nor privacy settings restrict it. */
  | 'admins'
  /** About no member, or public at an unguessable address. Blocks and privacy do not restrict it. */
  | 'everyone'

/** Data that the server brings up to date before the handler runs. */
export type Reads = 'own listens'

/** What each endpoint states about itself. */
export interface EndpointParts<Q extends QuerySchema, R extends ResponseSchema> {
  readonly path: `/api/${string}`
  /** One sentence for the documentation. */
  readonly summary: string
  /**
   * A write that a suspended member may make: it protects the member or ends something. Every other
   * write is 403 `suspended`.
   */
  readonly whileSuspended?: true
  /**
   * `own listens`: the response or the write depends on the caller's listens, so that pending
   * scrobbles are aggregated first.
   */
  readonly reads?: Reads
  readonly query: Q
  /** Labels of form parameters ("Your username"), used in refusals instead of the names. */
  readonly labels?: Readonly<Record<string, string>>
  readonly response: R
  /** The spec's error text, used if a refusal has no message. */
  readonly failure: string
}

/** One endpoint. The client builds requests from it, the server its route and documentation. */
export interface Endpoint<Q extends QuerySchema = QuerySchema, R extends ResponseSchema = ResponseSchema>
  extends EndpointParts<Q, R> {
  readonly method: 'GET' | 'POST'
  /** `member`: needs a session. `admin`: an admin's that is not suspended. `anyone`: visitors too. */
  readonly access: 'anyone' | 'member' | 'admin'
  /** The parameter that must name the session's member; otherwise 403 `wrong_member`. */
  readonly actor?: string
  readonly visibility: Visibility
  /** Not in the spec. A client must work without it: other hosts respond 404 or 405. */
  readonly addition?: true
}

/** A request's parameters: numbers also as strings, optional ones may be omitted. */
export type Query<E extends Endpoint> = v.InferInput<E['query']>
/** A handler's parameters: parsed, trimmed, numbers as numbers. */
export type ParsedQuery<E extends Endpoint> = v.InferOutput<E['query']>
/** A response after tolerant reading. Our own server sends exactly this. */
export type ResponseOf<E extends Endpoint> = v.InferOutput<E['response']>

/** Returns the endpoint with its precise type. */
/* @__NO_SIDE_EFFECTS__ */
export const defineEndpoint = <const Q extends QuerySchema, const R extends ResponseSchema>(endpoint: Endpoint<Q, R>) =>
  endpoint

/** Returns `GET /api/x`, an endpoint's name in lists and tables. */
export const endpointName = (endpoint: Pick<Endpoint, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`
