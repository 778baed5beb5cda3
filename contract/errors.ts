import * as v from 'valibot'

/** Every error code in our responses, with its status. */
export const errorCodes = {
  bad_input: 400,
  not_found: 404,
  profile_not_found: 400,
  member_deleted: 404,
  no_session: 401,
  bad_credentials: 401,
  wrong_member: 403,
  foreign_origin: 403,
  not_yours: 403,
  not_allowed: 403,
  /** The session's member is suspended: writes are rejected until the suspension ends. */
  suspended: 403,
  sign_up_closed: 403,
  invitation_invalid: 403,
  /** The provider has proven the identity too long ago, or in another browser. */
  sign_up_expired: 403,
  method_not_allowed: 405,
  name_taken: 409,
  /** The identity is linked to another member, or the member has another identity linked. */
  identity_linked: 409,
  already_liked: 409,
  not_liked: 404,
  already_rated: 409,
  swap_order: 409,
  swap_ended: 409,
  /** The time for editing a text is over, by the server's clock. */
  edit_too_late: 409,
  last_admin: 409,
  too_many_invitations: 409,
  /** The number of unanswered swaps that one member can have begun with another. */
  too_many_swaps: 409,
  /** The authenticator's credential is registered, by this or another member. */
  passkey_exists: 409,
  too_many_passkeys: 409,
  no_match: 404,
  /** The member's library has no song for the track. */
  not_in_library: 404,
  /** The member's library rejects the log-in that is stored. */
  library_refuses: 409,
  too_long: 413,
  client_id_reused: 422,
  rate_limited: 429,
  /** A limit over hours for one action kind: a client must not delay other actions for it. */
  daily_limit: 429,
  server_error: 500,
  /** The member's library sends an error, no audio, or another length than it says. */
  library_failed: 502,
  busy: 503,
  library_slow: 504,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCodes

/** Statuses of refusals stored under a client_id: no copy of the request takes effect. */
export const finalStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409])

/** Every refusal's body: a message for users and, from our server, a code for programs. */
export const ErrorBody = v.object({ error: v.string(), code: v.optional(v.string()) })
export type ErrorBody = v.InferOutput<typeof ErrorBody>
