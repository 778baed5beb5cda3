import * as v from 'valibot'
import type { Endpoint, EndpointParts, QuerySchema, ResponseSchema } from './endpoint.ts'
import { ClientId, Done, Username } from './wire.ts'

/*
 * The kinds of endpoints that most of them are of. One that is of no kind states all of it
 * (`defineEndpoint`).
 */

export type WriteParts<Q extends QuerySchema> = Omit<EndpointParts<Q, typeof Done>, 'response'>

const OF_MEMBER = { addition: true, access: 'member', actor: 'user' } as const
const OF_ADMIN = { addition: true, access: 'admin', visibility: 'admins' } as const

/** A read of the member's own data: `user` must name the session's member. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOwnRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R>,
): Endpoint<Q, R> => ({ method: 'GET', ...OF_MEMBER, visibility: 'own', ...parts })

/** A read for members of other members' data, as `visibility` says. */
/* @__NO_SIDE_EFFECTS__ */
export const defineMemberRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R> & Pick<Endpoint, 'visibility'>,
): Endpoint<Q, R> => ({ method: 'GET', ...OF_MEMBER, ...parts })

/** A read for anyone, visitors too. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOpenRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R> & Pick<Endpoint, 'visibility'>,
): Endpoint<Q, R> => ({ method: 'GET', addition: true, access: 'anyone', ...parts })

/** Returns the parameters of a change by the member `user`: these, and the `client_id` of its action. */
/* @__NO_SIDE_EFFECTS__ */
export const changeQuery = <const E extends v.ObjectEntries>(entries: E) =>
  v.object({ user: Username, ...entries, client_id: v.optional(ClientId) })

/** A change of the member's own data with a response of its own. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOwnRequest = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R>,
): Endpoint<Q, R> => ({ method: 'POST', ...OF_MEMBER, visibility: 'own', ...parts })

/** A change of the member's own data. */
/* @__NO_SIDE_EFFECTS__ */
export const defineOwnWrite = <const Q extends QuerySchema>(parts: WriteParts<Q>): Endpoint<Q, typeof Done> =>
  defineOwnRequest({ response: Done, ...parts })

/** A change that concerns other members, as `visibility` says. */
/* @__NO_SIDE_EFFECTS__ */
export const defineMemberWrite = <const Q extends QuerySchema>(
  parts: WriteParts<Q> & Pick<Endpoint, 'visibility'>,
): Endpoint<Q, typeof Done> => ({ method: 'POST', ...OF_MEMBER, response: Done, ...parts })

/** A change that concerns another member. */
/* @__NO_SIDE_EFFECTS__ */
export const defineContactWrite = <const Q extends QuerySchema>(parts: WriteParts<Q>): Endpoint<Q, typeof Done> =>
  defineMemberWrite({ visibility: 'contact', ...parts })

/** A read of the spec for anyone, visitors too. */
/* @__NO_SIDE_EFFECTS__ */
export const defineSpecOpenRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R> & Pick<Endpoint, 'visibility'>,
): Endpoint<Q, R> => ({ method: 'GET', access: 'anyone', ...parts })

/** A read of the spec for members. */
/* @__NO_SIDE_EFFECTS__ */
export const defineSpecRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R> & Pick<Endpoint, 'visibility'>,
): Endpoint<Q, R> => ({ method: 'GET', access: 'member', actor: 'user', ...parts })

/** A change of the spec by a member, which `user` names unless `actor` says otherwise. */
/* @__NO_SIDE_EFFECTS__ */
export const defineSpecWrite = <const Q extends QuerySchema>(
  parts: WriteParts<Q> & Pick<Endpoint, 'visibility' | 'actor'>,
): Endpoint<Q, typeof Done> => ({ method: 'POST', access: 'member', actor: 'user', response: Done, ...parts })

/** A read for admins, about any member. */
/* @__NO_SIDE_EFFECTS__ */
export const defineAdminRead = <const Q extends QuerySchema, const R extends ResponseSchema>(
  parts: EndpointParts<Q, R>,
): Endpoint<Q, R> => ({ method: 'GET', ...OF_ADMIN, ...parts })

/** A measure of an admin. */
/* @__NO_SIDE_EFFECTS__ */
export const defineAdminWrite = <const Q extends QuerySchema>(parts: WriteParts<Q>): Endpoint<Q, typeof Done> => ({
  method: 'POST',
  ...OF_ADMIN,
  response: Done,
  ...parts,
})
