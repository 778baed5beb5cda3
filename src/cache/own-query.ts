import type * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import type { Endpoint, ResponseSchema } from '#contract/endpoint.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import { additionQuery } from './endpoint-query.ts'
import type { LiveQuery, QueryParts } from './live.ts'

type OwnEndpoint<R extends ResponseSchema> = Endpoint<
  v.ObjectSchema<{ readonly user: v.GenericSchema<string> }, undefined>,
  R
>

/** Returns the query for an endpoint with the member as only parameter; null from other hosts. */
/* @__NO_SIDE_EFFECTS__ */
export const ownQuery =
  <R extends ResponseSchema, V = v.InferOutput<R> | null, const Reads extends readonly Action[] = readonly []>(
    endpoint: OwnEndpoint<R>,
    key: readonly [domain: string, subject: string],
    parts?: Omit<QueryParts<v.InferOutput<R> | null, V, Reads>, 'queryKey' | 'fetch'>,
  ) =>
  (user: string): LiveQuery<v.InferOutput<R> | null, V> =>
    additionQuery(endpoint, { user }, [...key, nameKey(user)], parts)
