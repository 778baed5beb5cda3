import type { Endpoint, EndpointParts, QuerySchema, ResponseSchema } from '../endpoint.ts'
import type { WriteParts } from '../endpoint-kinds.ts'
import { Done } from '../wire.ts'

/* The kinds of endpoints of a sign-in: apart from the others, which the first chunk has. */

/** A change by anyone, visitors too, such as a sign-in, with a response of its own. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOpenRequest = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R>,
): Endpoint<Q, R> => ({ method: 'POST', addition: true, access: 'anyone', visibility: 'own', ...parts })

/** A change by anyone, visitors too. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOpenWrite = <const Q extends QuerySchema>(parts: WriteParts<Q>): Endpoint<Q, typeof Done> =>
  defineOpenRequest({ response: Done, ...parts })
