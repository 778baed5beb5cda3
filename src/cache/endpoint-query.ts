import type { Endpoint, Query, ResponseOf } from '#contract/endpoint.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import { type LiveQuery, liveQuery, type QueryParts } from './live.ts'

type MoreParts<A, V, Reads extends readonly Action[]> = Omit<QueryParts<A, V, Reads>, 'queryKey' | 'fetch'>

/** Returns the query that reads an endpoint. */
/* @__NO_SIDE_EFFECTS__ */
export const endpointQuery = <
  E extends Endpoint,
  V = ResponseOf<E>,
  const Reads extends readonly Action[] = readonly [],
>(
  endpoint: E,
  query: Query<E>,
  queryKey: readonly unknown[],
  parts: MoreParts<ResponseOf<E>, V, Reads> = {},
): LiveQuery<ResponseOf<E>, V> => liveQuery({ ...parts, queryKey, fetch: (options) => poll(endpoint, query, options) })

/** Like `endpointQuery`, for an addition to the spec: null from a host that lacks it. */
/* @__NO_SIDE_EFFECTS__ */
export const additionQuery = <
  E extends Endpoint,
  V = ResponseOf<E> | null,
  const Reads extends readonly Action[] = readonly [],
>(
  endpoint: E,
  query: Query<E>,
  queryKey: readonly unknown[],
  parts: MoreParts<ResponseOf<E> | null, V, Reads> = {},
): LiveQuery<ResponseOf<E> | null, V> =>
  liveQuery({
    ...parts,
    queryKey,
    fetch: (options, cached) => ifComputed(poll(endpoint, query, options), endpoint, cached),
  })
